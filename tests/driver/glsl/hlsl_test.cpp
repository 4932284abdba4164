// HLSL in, text for glslang out; where messages belong; what becomes of textures with samplers.
#include <jacquard/generated/glsl/dialects.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/glsl/hlsl/rewrite_hlsl.h>
#include <jacquard/library/frontend/load_spirv.h>

#include "catch.h"
#include "contains.h"

#include <algorithm>
#include <cstdlib>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

HighLevelShader shader_of(std::string_view text, std::string_view stage = "frag") {
    HighLevelShader shader;
    shader.name = "x." + std::string(stage) + ".hlsl";
    shader.text = text;
    shader.stage = stage;
    shader.hlsl = true;
    return shader;
}

// Returns the text that glslang reads, behind what is declared in front of it, or the faults.
std::string rewritten(std::string_view text) {
    const HighLevelShader shader = shader_of(text);
    Diagnostics diagnostics(shader.name, shader.text);
    const std::optional<glsl::ModernShader> result =
        glsl::rewrite_hlsl(shader, diagnostics, Limits());
    if (!result) {
        return diagnostics.render();
    }
    const std::size_t mark = result->text.find("#line ");
    return mark == std::string::npos ? result->text
                                     : result->text.substr(result->text.find('\n', mark) + 1);
}

bool has_glslang() {
    const bool found = std::system("glslangValidator --version > /dev/null 2>&1") == 0;
    if (!found) {
        WARN("skipped: there is no glslangValidator (Debian: glslang-tools)");
    }
    return found;
}

// Returns the faults of a shader, or nothing.
std::string faults_of(std::string_view text, std::string_view stage = "frag") {
    const HighLevelShader shader = shader_of(text, stage);
    Diagnostics diagnostics(shader.name, shader.text);
    const std::string module = make_module(shader, glslang_program(), diagnostics);
    if (!module.empty()) {
        static_cast<void>(load_spirv(module, {}, diagnostics));
    }
    return diagnostics.has_errors() ? diagnostics.render() : std::string();
}

} // namespace

TEST_CASE("HLSL without a name of the table stays as it is") {
    const std::string text = "Texture2D t; SamplerState s;\nfloat4 main(float2 p : P) : SV_Target "
                             "{ return t.Sample(s, p); }\n";
    CHECK(rewritten(text) == text);
}

TEST_CASE("samplers of Direct3D 9 become textures") {
    CHECK(rewritten("sampler2D s : register(s3);\nfloat4 c = tex2D(s, p);\n") ==
          "Texture2D s : register(s3);\nfloat4 c = jq_tex2D(s, p);\n");
    CHECK(
        rewritten("sampler s; sampler plain;\nfloat4 c = texCUBE(s, p) + t.Sample(plain, p);\n") ==
        "TextureCube s; sampler plain;\nfloat4 c = jq_texCUBE(s, p) + t.Sample(plain, p);\n");
    CHECK(
        rewritten("sampler s;\nfloat4 f(sampler q) { return tex2D(q, p); }\nfloat4 c = f(s);\n") ==
        "Texture2D s;\nfloat4 f(Texture2D q) { return jq_tex2D(q, p); }\nfloat4 c = f(s);\n");
    CHECK(rewritten("#define LOOK(s, p) tex2D(s, p)\nfloat4 c = LOOK(s, p);\n") ==
          "#define LOOK(s, p) jq_tex2D(s, p)\nfloat4 c = LOOK(s, p);\n");
}

TEST_CASE("what effects alone have is left out, and lines stay") {
    const std::string state =
        rewritten("texture t < int n = 1; >;\nsampler2D s = sampler_state\n{\n"
                  "Texture = <t>;\n};\nSamplerState q { Filter = X; };\n"
                  "technique T { pass P { } }\nfloat x;\n");
    CHECK(std::count(state.begin(), state.end(), '\n') == 8);
    CHECK(!contains(state, "texture"));
    CHECK(!contains(state, "Filter"));
    CHECK(!contains(state, "pass"));
    CHECK(contains(state, "SamplerState q"));
    CHECK(contains(state, "float x;\n"));
}

TEST_CASE("a function that a shader declares is the shader's own") {
    for (const char* text :
         {"float noise(float2 p) { return p.x; }\nfloat c = noise(p);\n",
          "float4 mad(float4 a, float4 b) { return a * b; }\nfloat4 c = mad(a, b);\n",
          "#define ldexp(a, b) a\nfloat c = ldexp(1, 2);\n", "float c = thing.mad(1);\n"}) {
        CHECK(rewritten(text) == text);
    }
}

TEST_CASE("a number with components is a scalar with components") {
    CHECK(rewritten("float4 a = 1.xxxx; float b = 1.0f; float c = 2.;\n") ==
          "float4 a = (1).xxxx; float b = 1.0f; float c = 2.;\n");
}

TEST_CASE("each name that cannot be had is refused by name at its place") {
    const bool is_there = has_glslang();
    std::size_t refused = 0;
    for (const glsl::HlslName& name : glsl::kHlslNames) {
        if (name.lacks.empty()) {
            continue;
        }
        INFO(name.name);
        const bool is_semantic = name.kind == glsl::HlslKind::semantic;
        std::string text = "float4 main(float4 v : A) : SV_Target {\n  return ";
        std::string place = "2:10";
        if (name.kind == glsl::HlslKind::function) {
            text += std::string(name.name) + (name.arguments == 3 ? "(v.x, v.y, v.z)" : "(v)") +
                    ";\n}\n";
        } else if (is_semantic) {
            text = "void main(float4 v : A,\n out uint s : " + std::string(name.name) + ") {}\n";
            place = "2:15";
        } else {
            text = "float4 a;\n" + std::string(name.name) + " b;\n" + text + "v;\n}\n";
            place = "2:1";
        }
        const std::string told = "x.frag.hlsl:" + place + ": error[G107]: '" +
                                 std::string(name.name) + "' cannot be had: ";
        if (is_semantic) {
            CHECK(rewritten(text).starts_with(told));
        } else {
            CHECK(contains(rewritten(text), "jq_" + std::string(name.name)));
        }
        // glslang tells one of several, since each asks for processes of their own.
        if (is_there && !is_semantic && ++refused % 8 == 1) {
            CHECK(faults_of(text).starts_with(told));
            CHECK(faults_of("#if 0\n" + text + "#endif\nfloat4 main() : SV_Target { return 1; }\n")
                      .empty());
        }
    }
}

TEST_CASE("messages about HLSL name lines and columns, and one fault once") {
    if (!has_glslang()) {
        return;
    }
    CHECK(contains(faults_of("sampler2D s;\nfloat4 main(float2 p : P) : SV_Target {\n"
                             "  float4 c = tex2D(s, p) + sinn(p.x);\n  return c;\n}\n"),
                   "x.frag.hlsl:3:28: error[G102]: 'sinn' : no matching overloaded function"));
    const std::string twice = faults_of("float4 main(float2 p : P) : SV_Target {\n"
                                        "  return sinn(p.x);\n}\n");
    CHECK(twice.find("error[") == twice.rfind("error["));
}
