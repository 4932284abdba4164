#include <jacquard/amber/read/resources/shaders.h>

#include <utility>
#include <vector>

namespace jacquard::driver::amber {

bool Shaders::read_virtual_file() {
    Token path;
    const bool is_head_read = lines_.take_name("the path of a file", path) && lines_.end_of_line();
    std::string_view content;
    std::uint32_t line = 0;
    if (!lines_.scanner().take_block(content, line)) {
        return lines_.fail("M106", lines_.word(), "the file " + quoted(path) + " has no END");
    }
    // A file whose first line has a fault is found all the same by shaders that name it.
    const bool is_new =
        path.is_end() || files_inside_.emplace(path.text, VirtualFile{content, line}).second;
    return is_head_read &&
           (is_new || lines_.fail("M105", path, "there is a file " + quoted(path) + " already"));
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
    shader.file = path.text;
    return true;
}

bool Shaders::read_shader_format(ShaderSource& shader, bool has_text) {
    const Token format = lines_.peek();
    if (!lines_.take_word(kShaderFormatWords, shader.format)) {
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
    if (!read_target(shader)) {
        return false;
    }
    return lines_.take_if(Keyword::virtual_file) ? read_virtual_source(shader)
           : lines_.take_if(Keyword::file)       ? read_file_source(shader)
                                                 : !has_text || lines_.end_of_line();
}

// Whether the text of a shader follows the line that begins it, judged by all its words: it may
// have a fault anywhere.
bool Shaders::has_text_below() {
    Scanner ahead = lines_.scanner();
    std::size_t words = 0;
    bool has_format = false;
    for (Token token = ahead.take(); !token.is_end(); token = ahead.take()) {
        ++words;
        const Word<ShaderFormat>* const format = kShaderFormatWords.find(token.text);
        if ((format != nullptr && !format->refused &&
             format->meaning == ShaderFormat::passthrough) ||
            token.text == kKeywordWords.name_of(Keyword::file) ||
            token.text == kKeywordWords.name_of(Keyword::virtual_file)) {
            return false;
        }
        has_format = has_format || format != nullptr;
    }
    constexpr std::size_t kWordsOfShader = 3; // stage, name, format
    return has_format || words >= kWordsOfShader;
}

bool Shaders::take_text(ShaderSource& shader) {
    std::string_view text;
    const bool has_end = lines_.scanner().take_block(text, shader.first_line);
    shader.text = text;
    return has_end ||
           lines_.fail("M106", lines_.word(), "the shader '" + shader.name + "' has no END");
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
            return lines_.refuse({kInclude, shader.file.empty() ? position : shader.position},
                                 Refused::included_files);
        }
    }
    return true;
}

bool Shaders::read_shader() {
    ShaderSource shader;
    shader.position = lines_.word().position;
    const bool has_text = has_text_below();
    const bool has_stage = lines_.take_word(kShaderStageWords, shader.stage);
    bool is_read = false;
    if (has_stage) {
        is_read = names_.declare(script_.shaders.size(), shader.name);
    } else {
        names_.declare_faulty();
    }
    const bool is_declared = is_read;
    is_read = is_read && read_shader_format(shader, has_text);
    if (has_text) {
        is_read = take_text(shader) && is_read;
    }
    is_read = is_read && check_includes(shader);
    if (is_declared && !is_read) {
        names_.spoil(shader.name);
    }
    script_.shaders.push_back(std::move(shader));
    return is_read;
}

} // namespace jacquard::driver::amber
