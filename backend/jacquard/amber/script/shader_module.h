#pragma once

#include <jacquard/amber/script/script.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/support/text/limits.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver::amber {

// The module, as bytes, of a shader of a script; `entry` is asked for. Nothing after a fault, which
// `diagnostics`, made from the script, then has with its place in the script.
[[nodiscard]] std::optional<std::string>
make_module(const ShaderSource& shader, std::string_view entry, const HighLevelCompiler& compiler,
            const Limits& limits, Diagnostics& diagnostics);

} // namespace jacquard::driver::amber
