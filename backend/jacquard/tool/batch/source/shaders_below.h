#pragma once

#include <jacquard/tool/batch/source/batch_source.h>

#include <memory>
#include <string_view>

namespace jacquard::driver {

// Returns true for names that files with shaders have.
[[nodiscard]] bool is_shader_name(std::string_view name);

// The shaders below a folder, in the order of the names of their files. A database is a folder of
// its own there.
[[nodiscard]] std::unique_ptr<BatchSource> open_shaders_below(std::string_view folder);

} // namespace jacquard::driver
