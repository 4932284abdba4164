#include <jacquard/glsl/dialect/include_files.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/support/sha256.h>
#include <jacquard/tool/batch/source/shader_text.h>

#include <sstream>
#include <utility>

namespace jacquard::driver {

std::optional<InputFile> read_shader_file(const std::string& path, const Limits& limits,
                                          ReadFault& fault) {
    std::istringstream in;
    std::ostringstream none;
    return read_file(path, {in, none, none}, limits, fault);
}

std::optional<std::string> read_text(const std::string& path, const Limits& limits,
                                     ReadFault& fault) {
    std::optional<InputFile> file = read_shader_file(path, limits, fault);
    return file ? std::optional(std::move(file->content)) : std::nullopt;
}

bool is_high_level_file(std::string_view path, std::string_view text) {
    return (!stage_of_name(path).empty() || is_opencl(path)) &&
           detect_form(text) == InputForm::assembly;
}

std::optional<std::string> identity_of_front_end(std::string_view path, std::string_view text,
                                                 const HighLevelCompiler* compiler,
                                                 const std::vector<std::string>& include_folders,
                                                 const Limits& limits) {
    if (!is_high_level_file(path, text) && !is_high_level(path, text)) {
        return std::string();
    }
    if (is_opencl(path)) {
        return std::nullopt; // another program makes the module
    }
    std::string identity = compiler != nullptr ? compiler->identity() : std::string();
    if (identity.empty()) {
        return std::nullopt;
    }
    if (text.find("include") == std::string_view::npos) {
        return identity;
    }
    if (path.ends_with(".hlsl")) {
        return std::nullopt;
    }
    HighLevelShader shader;
    shader.name = path;
    shader.text = text;
    shader.include_folders = include_folders;
    const glsl::Pieces pieces = glsl::read_pieces(shader, limits.input_bytes);
    if (!pieces.faults.empty()) {
        return std::nullopt;
    }
    Sha256 sum;
    sum.add_field(identity);
    for (const glsl::PieceFile& file : pieces.files) {
        sum.add_field(file.path).add_field(file.text);
    }
    return sum.hex();
}

} // namespace jacquard::driver
