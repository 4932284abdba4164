#pragma once

#include <jacquard/draw/pictures/png_file.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/tool/frame/gzip_file.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// What the tool does by glslang, libpng and zlib. Few commands need it, and loading these libraries
// takes longer than loading all else, so they stand in a module that is loaded when it is first
// asked for.
struct ToolParts {
    const HighLevelCompiler* glslang = nullptr; // null: built without
    decltype(&draw::has_png) has_png = nullptr;
    decltype(&draw::read_png) read_png = nullptr;
    decltype(&draw::write_png) write_png = nullptr;
    decltype(&driver::has_gzip) has_gzip = nullptr;
    decltype(&driver::unpack_gzip) unpack_gzip = nullptr;
};

// The function of the module that gives them. It is called after the version, so that no other
// version's module is taken.
using ToolPartsFunction = const ToolParts*();

// glslang as the module has it; without the module the program glslangValidator.
[[nodiscard]] const HighLevelCompiler& loaded_glslang();

} // namespace jacquard::driver
