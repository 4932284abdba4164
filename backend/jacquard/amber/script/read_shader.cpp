#include <jacquard/amber/script/reader.h>

#include <algorithm>

namespace jacquard::driver::amber {

namespace {

struct Target {
    std::uint32_t spirv_version = 0;
    std::string_view environment; // of the compiler of high-level languages
};

// Environments and the version of SPIR-V that each has.
constexpr std::array<Word<Target>, 15> kTargets = {{
    {"spv1.0", {0x10000, "vulkan1.0"}},
    {"spv1.1", {0x10100, "vulkan1.1"}},
    {"spv1.2", {0x10200, "vulkan1.1"}},
    {"spv1.3", {0x10300, "vulkan1.1"}},
    {"spv1.4", {0x10400, "vulkan1.2"}},
    {"spv1.5", {0x10500, "vulkan1.2"}},
    {"spv1.6", {0x10600, "vulkan1.3"}},
    {"vulkan1.0", {0x10000, "vulkan1.0"}},
    {"vulkan1.1", {0x10300, "vulkan1.1"}},
    {"vulkan1.1spv1.4", {0x10400, "vulkan1.2"}},
    {"vulkan1.2", {0x10500, "vulkan1.2"}},
    {"vulkan1.3", {0x10600, "vulkan1.3"}},
    {"opengl4.5", {0x10000, "opengl"}},
    {"opengl", {0x10000, "opengl"}},
    {"opengl4.3", {0x10000, "opengl"}},
}};

constexpr std::array<Word<ShaderFormat>, 5> kFormats = {{
    {"GLSL", ShaderFormat::glsl},
    {"HLSL", ShaderFormat::hlsl},
    {"SPIRV-ASM", ShaderFormat::assembly},
    {"SPIRV-HEX", ShaderFormat::hexadecimal},
    {"PASSTHROUGH", ShaderFormat::passthrough},
}};

constexpr std::uint64_t kLongest = 0xffffffff;

} // namespace

bool Reader::read_feature() {
    const Token token = scanner_.take();
    const std::span<const std::string_view> known = feature_words();
    return std::find(known.begin(), known.end(), token.text) != known.end() ||
           fail_word(token, "feature of a device", known);
}

bool Reader::read_property() {
    Token ignored;
    return take_name("the name of a property", ignored);
}

bool Reader::read_extension() {
    Token token;
    if (!take_name("the name of an extension", token)) {
        return false;
    }
    return token.text.starts_with("VK_") ||
           fail("M101", token,
                "'" + std::string(token.text) + "' is no extension; their names begin with VK_");
}

bool Reader::read_set() {
    if (!expect("ENGINE_DATA")) {
        return false;
    }
    const Token token = scanner_.take();
    static constexpr std::array<std::string_view, 1> kKeys = {"fence_timeout_ms"};
    std::uint64_t milliseconds = 0; // nothing waits for a device here
    return token.text == kKeys[0] ? take_unsigned("a time", kLongest, milliseconds)
                                  : fail_word(token, "data of an engine", kKeys);
}

bool Reader::read_virtual_file() {
    Token path;
    if (!take_name("the path of a file", path) || !end_of_line()) {
        return false;
    }
    std::string_view content;
    std::uint32_t line = 0;
    if (!scanner_.take_block(content, line)) {
        return fail("M106", path, "the file '" + std::string(path.text) + "' has no END");
    }
    return files_inside_.emplace(path.text, std::pair(content, line)).second ||
           fail("M105", path, "there is a file '" + std::string(path.text) + "' already");
}

bool Reader::read_target(ShaderSource& shader) {
    if (!take_if("TARGET_ENV")) {
        return true;
    }
    Target target;
    if (!take_word<Target>("target environment", kTargets, target)) {
        return false;
    }
    shader.spirv_version = target.spirv_version;
    shader.target = target.environment;
    return true;
}

bool Reader::read_source(ShaderSource& shader) {
    if (take_if("VIRTUAL_FILE")) {
        Token path;
        if (!take_name("the path of a file", path)) {
            return false;
        }
        const auto found = files_inside_.find(path.text);
        if (found == files_inside_.end()) {
            std::vector<std::string_view> known;
            for (const auto& [name, unused] : files_inside_) {
                known.push_back(name);
            }
            suggest_name(
                diagnostics_.error("M104", path.position,
                                   "there is no VIRTUAL_FILE '" + std::string(path.text) + '\''),
                path.text, known);
            return false;
        }
        shader.text = found->second.first;
        shader.first_line = found->second.second;
        return true;
    }
    if (take_if("FILE")) {
        Token path;
        std::string fault;
        if (!take_name("the path of a file", path)) {
            return false;
        }
        std::optional<std::string> content = files_(path.text, fault);
        if (!content) {
            return fail("M107", path, fault);
        }
        shader.text = std::move(*content);
        return true;
    }
    std::string_view text;
    return end_of_line() &&
           (scanner_.take_block(text, shader.first_line) ||
            fail("M106", word_, "the shader '" + shader.name + "' has no END")) &&
           (shader.text = text, true);
}

bool Reader::read_shader_format(ShaderSource& shader) {
    const Token format = scanner_.peek();
    if (format.text == "OPENCL-C") {
        std::string_view ignored;
        std::uint32_t line = 0;
        refuse(format, Refused::opencl);
        scanner_.take_block(ignored, line);
        return false;
    }
    if (!take_word<ShaderFormat>("format of shaders", kFormats, shader.format)) {
        std::string_view ignored;
        std::uint32_t line = 0;
        scanner_.take_block(ignored, line); // its lines are no commands
        return false;
    }
    if (shader.format == ShaderFormat::passthrough) {
        return shader.stage == nir::Stage::vertex ||
               fail("M108", format, "only vertex shaders pass their input through");
    }
    const bool is_module =
        shader.format == ShaderFormat::assembly || shader.format == ShaderFormat::hexadecimal;
    if (!shader.stage && !is_module) {
        return fail("M108", format, "a multi shader is SPIRV-ASM or SPIRV-HEX");
    }
    return read_target(shader) && read_source(shader) && check_includes(shader);
}

// Includes of files on the disk are the compiler's matter.
bool Reader::check_includes(const ShaderSource& shader) {
    constexpr std::string_view kInclude = "#include";
    std::size_t at = shader.text.find(kInclude);
    for (; at != std::string::npos; at = shader.text.find(kInclude, at + 1)) {
        const std::size_t first = shader.text.find_first_of("\"<\n", at);
        const std::size_t last = first == std::string::npos
                                     ? std::string::npos
                                     : shader.text.find_first_of("\">\n", first + 1);
        if (last == std::string::npos) {
            return true;
        }
        if (files_inside_.contains(
                std::string_view(shader.text).substr(first + 1, last - first - 1))) {
            SourcePosition position = position_of_offset(shader.text, at);
            position.line += shader.first_line - 1;
            return refuse({kInclude, position}, Refused::included_files);
        }
    }
    return true;
}

bool Reader::read_shader() {
    ShaderSource shader;
    shader.position = word_.position;
    const Token stage = scanner_.peek();
    constexpr std::array<std::string_view, 6> kRays = {
        "ray_generation", "any_hit", "closest_hit", "miss", "intersection", "call"};
    if (std::find(kRays.begin(), kRays.end(), stage.text) != kRays.end()) {
        std::string_view ignored;
        std::uint32_t line = 0;
        refuse(stage, Refused::ray_tracing);
        scanner_.take_block(ignored, line);
        return false;
    }
    if (!take_word<std::optional<nir::Stage>>("stage of shaders", stage_words(), shader.stage) ||
        !declare(shaders_, "shader", script_.shaders.size(), shader.name)) {
        return false;
    }
    const bool is_read = read_shader_format(shader);
    script_.shaders.push_back(std::move(shader)); // what attaches it finds it
    return is_read;
}

} // namespace jacquard::driver::amber
