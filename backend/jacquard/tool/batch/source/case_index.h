#pragma once

#include <jacquard/support/text/limits.h>
#include <jacquard/tool/frame/streams.h>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The cases that name one shader.
struct ShaderCases {
    std::vector<std::string> paths;    // of case files
    std::vector<std::string> recorded; // recorded runs of a module, a JSON object each
};

// Cases by the shader that they name.
class CaseIndex {
  public:
    // Reads the cases below a folder, or the recorded runs that a `.jsonl` or `.jsonl.gz` file
    // holds. What cannot be read is left out, and said in `faults`: whole messages with their
    // line ends.
    [[nodiscard]] static CaseIndex read(std::string_view folder_or_file, const Streams& streams,
                                        const Limits& limits, std::vector<std::string>& faults);

    // Returns the cases of the shader in this file, or null if there are none.
    [[nodiscard]] const ShaderCases* of(const std::string& path) const;

    // Describes how many name a shader that is no file, and the first of these shaders.
    struct Astray {
        std::size_t count = 0;
        std::string first;
    };
    [[nodiscard]] const Astray& astray() const { return astray_; }
    // Returns true if there are cases, and all of them are such.
    [[nodiscard]] bool are_all_astray() const {
        return astray_.count != 0 && astray_.count == num_cases_;
    }

  private:
    ShaderCases& add(const std::string& place, std::string_view name);
    void read_recorded(std::string_view path, const Streams& streams, const Limits& limits,
                       std::vector<std::string>& faults);

    Astray astray_;
    std::size_t num_cases_ = 0;
    std::map<std::string, ShaderCases> by_path_; // canonical
};

} // namespace jacquard::driver
