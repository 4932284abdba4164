#pragma once

#include <jacquard/amber/read/lines/file_reader.h>
#include <jacquard/amber/read/lines/names.h>
#include <jacquard/amber/script/script.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace jacquard::driver::amber {

// Reads the shaders of a script, and the files that stand in it.
class Shaders {
  public:
    Shaders(Lines& lines, Script& script, const FileReader& files)
        : lines_(lines), script_(script), files_(files) {}

    bool find(std::size_t& number) { return names_.find(number); }
    bool read_virtual_file();
    bool read_shader();

  private:
    // A file that stands in the script.
    struct VirtualFile {
        std::string_view content;
        std::uint32_t first_line = 1;
    };

    bool read_shader_format(ShaderSource& shader, bool has_text);
    [[nodiscard]] bool has_text_below();
    bool take_text(ShaderSource& shader);
    bool read_target(ShaderSource& shader);
    bool read_virtual_source(ShaderSource& shader);
    bool read_file_source(ShaderSource& shader);
    bool check_includes(const ShaderSource& shader);

    Lines& lines_;
    Script& script_;
    const FileReader& files_;
    Names names_{lines_, "shader"};
    std::map<std::string, VirtualFile, std::less<>> files_inside_;
};

} // namespace jacquard::driver::amber
