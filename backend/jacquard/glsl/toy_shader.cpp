#include <jacquard/glsl/toy_shader.h>
#include <jacquard/support/text/letters.h>

#include <algorithm>
#include <vector>

namespace jacquard::driver::draw {

namespace {

struct Uniform {
    std::string_view type;
    std::string_view name;
    std::string_view suffix; // of an array
};

constexpr std::array<Uniform, 10> kUniforms = {{{"vec3", "iResolution", ""},
                                                {"float", "iTime", ""},
                                                {"vec4", "iMouse", ""},
                                                {"vec4", "iDate", ""},
                                                {"float", "iTimeDelta", ""},
                                                {"float", "iFrameRate", ""},
                                                {"int", "iFrame", ""},
                                                {"float", "iSampleRate", ""},
                                                {"float", "iChannelTime", "[4]"},
                                                {"vec3", "iChannelResolution", "[4]"}}};
constexpr std::array<std::string_view, kNumChannels> kChannels = {"iChannel0", "iChannel1",
                                                                  "iChannel2", "iChannel3"};

// Words, numbers and single signs, without comments.
std::vector<std::string_view> tokens_of(std::string_view text) {
    std::vector<std::string_view> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        std::size_t length = 1;
        if (rest.starts_with("//")) {
            at += std::min(rest.find('\n'), rest.size());
            continue;
        }
        if (rest.starts_with("/*")) {
            const std::size_t end = rest.find("*/", 2);
            at = end == std::string_view::npos ? text.size() : at + end + 2;
            continue;
        }
        while (is_name_letter(rest[0]) && length < rest.size() && is_name_letter(rest[length])) {
            ++length;
        }
        if (rest[0] != ' ' && rest[0] != '\t' && rest[0] != '\r' && rest[0] != '\n') {
            tokens.push_back(rest.substr(0, length));
        }
        at += length;
    }
    return tokens;
}

// Names that the text declares as uniforms: the word in front of each `;`, `[` or `,` from
// `uniform` on.
std::vector<std::string_view> declared_uniforms(const std::vector<std::string_view>& tokens) {
    std::vector<std::string_view> names;
    bool in_declaration = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        in_declaration = in_declaration || tokens[i] == "uniform";
        const bool ends_name = tokens[i] == ";" || tokens[i] == "[" || tokens[i] == ",";
        if (in_declaration && ends_name && i > 0) {
            names.push_back(tokens[i - 1]);
        }
        in_declaration = in_declaration && tokens[i] != ";";
    }
    return names;
}

bool defines(const std::vector<std::string_view>& tokens, std::string_view function) {
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (tokens[i] == "void" && tokens[i + 1] == function && tokens[i + 2] == "(") {
            return true;
        }
    }
    return false;
}

// The text with a comment in place of its `#version`.
std::string without_version(std::string_view text) {
    std::string result(text);
    const std::size_t at = result.find("#version");
    const bool begins_line =
        at != std::string::npos &&
        (at == 0 || result.find_last_not_of(" \t", at - 1) == std::string::npos ||
         result[result.find_last_not_of(" \t", at - 1)] == '\n');
    if (begins_line) {
        result.replace(at, 2, "//");
    }
    return result;
}

} // namespace

bool is_toy_shader(std::string_view text) {
    const std::vector<std::string_view> tokens = tokens_of(text);
    return defines(tokens, "mainImage") && !defines(tokens, "main");
}

std::string wrap_toy_shader(std::string_view text) {
    const std::vector<std::string_view> own = declared_uniforms(tokens_of(text));
    const auto is_own = [&](std::string_view name) {
        return std::find(own.begin(), own.end(), name) != own.end();
    };
    std::string wrapped = "#version 450\n";
    for (std::uint32_t i = 0; i < kNumChannels; ++i) {
        if (!is_own(kChannels[i])) {
            wrapped += "layout(set = 0, binding = " + std::to_string(i) + ") uniform sampler2D " +
                       std::string(kChannels[i]) + ";\n";
        }
    }
    std::string members;
    for (const Uniform& uniform : kUniforms) {
        if (!is_own(uniform.name)) {
            members += "    " + std::string(uniform.type) + ' ' + std::string(uniform.name) +
                       std::string(uniform.suffix) + ";\n";
        }
    }
    if (!members.empty()) {
        wrapped += "layout(std140, set = 0, binding = " + std::to_string(kNumChannels) +
                   ") uniform JacquardPicture {\n" + members + "};\n";
    }
    wrapped += "layout(location = 0) out vec4 jacquard_colour;\n#line 1\n" + without_version(text);
    // The call is after the shader, so that a mainImage() of another form is reported like any
    // wrong call.
    wrapped += "\nvoid main() {\n"
               "    jacquard_colour = vec4(0.0, 0.0, 0.0, 1.0);\n"
               "    mainImage(jacquard_colour, gl_FragCoord.xy);\n"
               "}\n";
    return wrapped;
}

void set_toy_uniforms(const ToyInputs& inputs, UniformTable& uniforms) {
    const double width = inputs.width;
    const double height = inputs.height;
    // Shaders of one's own may have it without the shape of a pixel, which is 1.
    uniforms.set_if_there("iResolution", {width, height, 1.0});
    uniforms.set_if_there("iResolution", {width, height});
    uniforms.set_if_there("iTime", {inputs.time});
    uniforms.set_if_there("iTimeDelta", {inputs.time_step});
    if (inputs.time_step > 0.0) {
        uniforms.set_if_there("iFrameRate", {1.0 / inputs.time_step});
    }
    uniforms.set_if_there("iFrame", {static_cast<double>(inputs.frame)});
    uniforms.set_if_there("iSampleRate", {44100.0});
    uniforms.set_if_there("iMouse", {inputs.mouse.begin(), inputs.mouse.end()});
    uniforms.set_if_there("iDate", {inputs.date.begin(), inputs.date.end()});
    std::vector<double> sizes;
    for (const std::array<std::uint32_t, 2>& channel : inputs.channels) {
        sizes.push_back(channel[0]);
        sizes.push_back(channel[1]);
        sizes.push_back(channel[0] != 0 ? 1.0 : 0.0);
    }
    uniforms.set_if_there("iChannelResolution", sizes);
    uniforms.set_if_there("iChannelTime", {inputs.time, inputs.time, inputs.time, inputs.time});
}

} // namespace jacquard::driver::draw
