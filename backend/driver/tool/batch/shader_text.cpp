#include <jacquard/driver/high_level.h>
#include <jacquard/driver/input_form.h>
#include <jacquard/driver/tool/batch/shader_text.h>

#include <sstream>

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

bool stands_alone(std::string_view path, std::string_view text, bool is_linked) {
    const bool is_high = is_high_level_file(path, text) || is_high_level(path, text);
    return !is_high || (is_linked && text.find("include") == std::string_view::npos);
}

} // namespace jacquard::driver
