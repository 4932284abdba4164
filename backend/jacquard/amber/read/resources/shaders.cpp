#include <jacquard/amber/read/resources/shaders.h>

#include <utility>
#include <vector>

namespace jacquard::driver::amber {

bool Shaders::read_virtual_file() {
    Token path;
    if (!lines_.take_name("the path of a file", path) || !lines_.end_of_line()) {
        return false;
    }
    std::string_view content;
    std::uint32_t line = 0;
    if (!lines_.scanner().take_block(content, line)) {
        return lines_.fail("M106", path, "the file '" + std::string(path.text) + "' has no END");
    }
    return files_inside_.emplace(path.text, VirtualFile{content, line}).second ||
           lines_.fail("M105", path, "there is a file '" + std::string(path.text) + "' already");
}

bool Shaders::read_target(ShaderSource& shader) {
    if (!lines_.take_if(Keyword::target_environment)) {
        return true;
    }
    TargetEnvironment target;
    if (!lines_.take_word(kTargetWords, target)) {
        return false;
    }
    shader.spirv_version = target.spirv_version;
    shader.target = target.environment;
    return true;
}

bool Shaders::read_virtual_source(ShaderSource& shader) {
    Token path;
    if (!lines_.take_name("the path of a file", path)) {
        return false;
    }
    const auto found = files_inside_.find(path.text);
    if (found == files_inside_.end()) {
        std::vector<std::string_view> known;
        for (const auto& [name, unused] : files_inside_) {
            known.push_back(name);
        }
        return lines_.fail_name(
            "M104", path, "there is no VIRTUAL_FILE '" + std::string(path.text) + '\'', known);
    }
    shader.text = found->second.content;
    shader.first_line = found->second.first_line;
    return true;
}

bool Shaders::read_file_source(ShaderSource& shader) {
    Token path;
    std::string fault;
    if (!lines_.take_name("the path of a file", path)) {
        return false;
    }
    std::optional<std::string> content = files_(path.text, fault);
    if (!content) {
        return lines_.fail("M107", path, fault);
    }
    shader.text = std::move(*content);
    return true;
}

bool Shaders::read_source(ShaderSource& shader) {
    if (lines_.take_if(Keyword::virtual_file)) {
        return read_virtual_source(shader);
    }
    if (lines_.take_if(Keyword::file)) {
        return read_file_source(shader);
    }
    std::string_view text;
    return lines_.end_of_line() &&
           (lines_.scanner().take_block(text, shader.first_line) ||
            lines_.fail("M106", lines_.word(), "the shader '" + shader.name + "' has no END")) &&
           (shader.text = text, true);
}

bool Shaders::read_shader_format(ShaderSource& shader) {
    const Token format = lines_.peek();
    if (!lines_.take_word(kShaderFormatWords, shader.format)) {
        lines_.skip_block(); // its lines are no commands
        return false;
    }
    if (shader.format == ShaderFormat::passthrough) {
        return shader.stage == nir::Stage::vertex ||
               lines_.fail("M108", format, "only vertex shaders pass their input through");
    }
    const bool is_module =
        shader.format == ShaderFormat::assembly || shader.format == ShaderFormat::hexadecimal;
    if (!shader.stage && !is_module) {
        return lines_.fail("M108", format, "a multi shader is SPIRV-ASM or SPIRV-HEX");
    }
    return read_target(shader) && read_source(shader) && check_includes(shader);
}

// Includes of files on the disk are the compiler's matter.
bool Shaders::check_includes(const ShaderSource& shader) {
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
            return lines_.refuse({kInclude, position}, Refused::included_files);
        }
    }
    return true;
}

bool Shaders::read_shader() {
    ShaderSource shader;
    shader.position = lines_.word().position;
    if (lines_.refuses(lines_.peek(), kShaderStageWords)) {
        lines_.skip_block();
        return false;
    }
    if (!lines_.take_word(kShaderStageWords, shader.stage) ||
        !names_.declare(script_.shaders.size(), shader.name)) {
        return false;
    }
    const bool is_read = read_shader_format(shader);
    script_.shaders.push_back(std::move(shader)); // what attaches it finds it
    return is_read;
}

} // namespace jacquard::driver::amber
