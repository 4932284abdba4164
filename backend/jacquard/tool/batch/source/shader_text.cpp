#include <jacquard/glsl/high_level.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/tool/batch/source/shader_text.h>

#include <sstream>
#include <utility>

namespace jacquard::driver {

std::optional<std::string> read_text(const std::string& path, const Limits& limits,
                                     ReadFault& fault) {
    std::istringstream in;
    std::ostringstream none;
    std::optional<InputFile> file = read_file(path, {in, none, none}, limits, fault);
    return file ? std::optional(std::move(file->content)) : std::nullopt;
}

bool is_high_level_file(std::string_view path, std::string_view text) {
    return !stage_of_name(path).empty() && detect_form(text) == InputForm::assembly;
}

std::optional<std::string> identity_of_front_end(std::string_view path, std::string_view text,
                                                 const HighLevelCompiler* compiler) {
    if (!is_high_level_file(path, text) && !is_high_level(path, text)) {
        return std::string();
    }
    if (compiler == nullptr || text.find("include") != std::string_view::npos) {
        return std::nullopt;
    }
    std::string identity = compiler->identity();
    return identity.empty() ? std::nullopt : std::optional(std::move(identity));
}

} // namespace jacquard::driver
