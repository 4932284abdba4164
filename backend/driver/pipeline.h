#pragma once

#include <jacquard/nir/shader.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::driver {

// One NIR pass under the name that `jacquard opt --passes` knows it by.
struct PassInfo {
    std::string_view name;
    bool (*run)(nir::Shader& shader); // true when something changed
};

// All passes that can be asked for by name.
[[nodiscard]] std::span<const PassInfo> all_passes();
[[nodiscard]] const PassInfo* find_pass(std::string_view name);

// Is called after each pass that changed the shader.
using PassListener = std::function<void(std::string_view pass, const nir::Shader& shader)>;

// What every target wants of a shader: registers have become values, and nothing is left to fold,
// to copy or to drop. What a target's instructions need is up to its backend.
//
// Empty, or in builds with assertions the report of the validator on the first pass that broke the
// shader.
[[nodiscard]] std::string run_pipeline(nir::Shader& shader, const PassListener& listener);

} // namespace jacquard::driver
