#include "assembler.h"

#include <jacquard/spirv/assembly/assemble.h>

#include "catch.h"

namespace jacquard::spirv {

std::string assemble(std::string_view text) {
    Diagnostics diagnostics("test.spvasm", text);
    AssembleOptions options;
    options.version = 0x00010300;
    options.check_definitions = false;
    const std::optional<std::string> bytes = assemble(text, diagnostics, options);
    INFO(diagnostics.render());
    REQUIRE(bytes.has_value());
    return *bytes;
}

std::string fragment_module(std::string_view interface, std::string_view rest) {
    std::string text = R"(
OpCapability Shader
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" )";
    text += interface;
    text += R"(
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Location 0
OpDecorate %in Flat
OpDecorate %out Location 0
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%v2 = OpTypeVector %float 2
%v4 = OpTypeVector %float 4
%i0 = OpConstant %int 0
%i1 = OpConstant %int 1
%i2 = OpConstant %int 2
%i3 = OpConstant %int 3
%f0 = OpConstant %float 0
%f1 = OpConstant %float 1
%f2 = OpConstant %float 2
%f3 = OpConstant %float 3
%to_int = OpTypePointer Function %int
%from_int = OpTypePointer Input %int
%to_out = OpTypePointer Output %int
%in = OpVariable %from_int Input
%out = OpVariable %to_out Output
)";
    return text + std::string(rest);
}

} // namespace jacquard::spirv
