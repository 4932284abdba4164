// Both ways to run glslang, as a library in this process and as a program, give the same of a
// shader.
#include <jacquard/glsl/high_level.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/nir/text/print/printer.h>

#include "catch.h"

#ifdef JACQUARD_HAS_GLSLANG
#include <linked_glslang.h>
#endif

#include <array>
#include <cstdlib>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

struct Source {
    const char* name;
    const char* stage;
    const char* text;
};

constexpr std::array<Source, 6> kSources = {{
    {"plain.frag", "frag",
     "#version 450\nlayout(location = 0) in vec4 a;\nlayout(location = 0) out vec4 o;\n"
     "void main() { o = a * 2.0; }\n"},
    {"old.frag", "frag",
     "#version 100\nprecision mediump float;\nuniform sampler2D t;\nvarying vec2 v;\n"
     "void main() { gl_FragColor = texture2D(t, v); }\n"},
    {"sum.comp", "comp",
     "#version 450\nlayout(local_size_x = 8) in;\nlayout(binding = 0) buffer B { uint n[]; };\n"
     "void main() { n[gl_LocalInvocationIndex] += 1u; }\n"},
    {"place.vert", "vert",
     "#version 310 es\nlayout(location = 0) in vec4 p;\nvoid main() { gl_Position = p; }\n"},
    {"pixel.frag.hlsl", "frag", "float4 main(float4 c : COLOR) : SV_Target { return c.bgra; }\n"},
    {"wrong.frag", "frag",
     "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() {\n    o = vec4(missing);\n}\n"},
}};

// Returns the NIR of the shader, or the faults with their places.
std::string made_by(const HighLevelCompiler& compiler, const Source& source) {
    HighLevelShader shader;
    shader.name = source.name;
    shader.text = source.text;
    shader.stage = source.stage;
    shader.hlsl = std::string_view(source.name).ends_with(".hlsl");
    Diagnostics diagnostics(shader.name, shader.text);
    const std::string module = make_module(shader, compiler, diagnostics);
    if (module.empty()) {
        return diagnostics.render();
    }
    const SpirvResult loaded = load_spirv(module, {}, diagnostics);
    if (loaded.nir.shader == nullptr) {
        return diagnostics.render();
    }
    loaded.nir.shader->number_values(); // the numbers of ids need not be alike
    return nir::print(*loaded.nir.shader);
}

bool has_program() {
    return std::system("glslangValidator --version > /dev/null 2>&1") == 0;
}

} // namespace

TEST_CASE("glslang as a program makes shaders, and says at which line one is wrong") {
    if (!has_program()) {
        WARN("skipped: there is no glslangValidator (Debian: glslang-tools)");
        return;
    }
    for (const Source& source : kSources) {
        CAPTURE(source.name);
        const std::string made = made_by(glslang_program(), source);
        INFO(made);
        if (std::string_view(source.name).starts_with("wrong")) {
            CHECK(made.find("wrong.frag:4:") == 0);
            CHECK(made.find("'missing'") != std::string::npos);
        } else {
            CHECK(made.starts_with("shader "));
        }
    }
}

#ifdef JACQUARD_HAS_GLSLANG
TEST_CASE("glslang as a library gives what the program gives") {
    if (!has_program()) {
        WARN("skipped: there is no glslangValidator (Debian: glslang-tools)");
        return;
    }
    for (const Source& source : kSources) {
        CAPTURE(source.name);
        CHECK(made_by(linked_glslang(), source) == made_by(glslang_program(), source));
    }
}
#endif
