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

// What stands between the translation of a shader and the backend: into SSA, scalar, folded,
// without copies, repetitions and dead code, and products fused into sums unless `precise` or the
// instructions themselves forbid it.
//
// Empty, or in builds with assertions the report of the validator on the first pass that broke the
// shader.
[[nodiscard]] std::string run_pipeline(nir::Shader& shader, bool precise,
                                       const PassListener& listener);

} // namespace jacquard::driver
