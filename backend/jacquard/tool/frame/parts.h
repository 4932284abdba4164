#pragma once

#include <jacquard/draw/pictures/png_file.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/tool/frame/gzip_file.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// The functions of the tool that need glslang, libpng or zlib. Few commands need them, and loading
// these libraries takes longer than loading all else, so they are in a module that is loaded on
// first use.
struct ToolParts {
    const HighLevelCompiler* glslang = nullptr; // null: built without
    decltype(&draw::has_png) has_png = nullptr;
    decltype(&draw::read_png) read_png = nullptr;
    decltype(&draw::write_png) write_png = nullptr;
    decltype(&driver::has_gzip) has_gzip = nullptr;
    decltype(&driver::unpack_gzip) unpack_gzip = nullptr;
    decltype(&driver::unpack_zlib) unpack_zlib = nullptr;
};

// The function of the module that gives them. It is called after the version, so that no other
// version's module is taken.
using ToolPartsFunction = const ToolParts*();

// glslang as the module has it; without the module the program glslangValidator.
[[nodiscard]] const HighLevelCompiler& loaded_glslang();

} // namespace jacquard::driver
