#include <jacquard/glsl/high_level.h>
#include <jacquard/tool/frame/commands.h>

#include "catch.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <unistd.h>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

struct Answer {
    int code = 0;
    std::string out;
    std::string err;
};

// The tool's answer, with glslang as a program.
Answer jacquard_says(std::vector<std::string_view> words, const std::string& in = {}) {
    std::istringstream input(in);
    std::ostringstream out;
    std::ostringstream err;
    const int code = run_command(words, {input, out, err});
    return {code, out.str(), err.str()};
}

bool has_glslang() {
    const bool found = std::system("glslangValidator --version > /dev/null 2>&1") == 0;
    if (!found) {
        WARN("skipped: there is no glslangValidator (Debian: glslang-tools)");
    }
    return found;
}

class Folder {
  public:
    Folder()
        : path_(std::filesystem::temp_directory_path() /
                ("jacquard-test-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(path_ / "common");
    }
    ~Folder() { std::filesystem::remove_all(path_); }

    std::string write(const std::string& name, const std::string& text) {
        const std::string path = (path_ / name).string();
        std::ofstream(path) << text;
        return path;
    }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (path_ / name).string();
    }

  private:
    std::filesystem::path path_;
};

constexpr const char* kTinted = R"(#version 330
uniform vec4 tint;
uniform sampler2D image;
in vec2 uv;
out vec4 colour;
void main() {
    colour = texture(image, uv) * tint * SCALE;
}
)";

} // namespace

TEST_CASE("high-level shaders are told by '#version' or by their names, which say the stage") {
    CHECK(is_high_level("water", "// Water.\n/* */ #version 450\n"));
    CHECK(is_high_level("water.frag", "void main() {}"));
    CHECK(is_high_level("water.frag.hlsl", ""));
    CHECK(is_high_level("water.glsl", ""));
    CHECK_FALSE(is_high_level("water.tgsi", "FRAG\n"));
    CHECK_FALSE(is_high_level("some.frag/water", "add.f r0.x, r0.y, r0.z\n"));
    CHECK(stage_of_name("a/water.frag") == "frag");
    CHECK(stage_of_name("water.vert.hlsl") == "vert");
    CHECK(stage_of_name("water.glsl").empty());
    CHECK(high_level_stage("fragment") == "frag");
    CHECK(high_level_stage("comp") == "comp");
    CHECK(high_level_stage("pixel") == "frag");
    CHECK(high_level_stage("kernel").empty());
}

TEST_CASE("messages of glslang have a file, a line and a text; what only counts them is left out") {
    const auto messages = read_glslang_log("water.frag\n"
                                           "WARNING: C:/water.frag:3: 'x' : unused: really\n"
                                           "ERROR: a b.frag:12: 'y' : undeclared identifier \n"
                                           "ERROR: a b.frag:12: '' : compilation terminated \n"
                                           "ERROR: Linking fragment stage: Missing entry point\n"
                                           "ERROR: 2 compilation errors.  No code generated.\n");
    REQUIRE(messages.size() == 2);
    CHECK_FALSE(messages[0].is_error);
    CHECK(messages[0].file == "C:/water.frag");
    CHECK(messages[0].line == 3);
    CHECK(messages[0].text == "'x' : unused: really");
    CHECK(messages[1].file == "a b.frag");
    CHECK(messages[1].line == 12);
    // A link error is shown if the shader itself compiled, since there is no other message then.
    const auto linking = read_glslang_log("ERROR: Linking fragment stage: Missing entry point\n");
    REQUIRE(linking.size() == 1);
    CHECK(linking[0].file.empty());
    CHECK(linking[0].text == "Linking fragment stage: Missing entry point");
}

TEST_CASE("a GLSL shader is taken wherever a shader is, with macros and included files") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string shader = folder.write("tinted.frag", kTinted);
    const Answer without = jacquard_says({"opt", shader});
    CHECK(without.code == 1);
    CHECK(without.err.find("tinted.frag:7:42: error[G102]: 'SCALE' : undeclared identifier") !=
          std::string::npos);
    const Answer with = jacquard_says({"opt", shader, "-DSCALE=2.0"});
    CHECK(with.err.empty());
    CHECK(with.code == 0);
    CHECK(with.out.find("texture tex 2d") != std::string::npos);

    folder.write("common/scale.h", "#define SCALE 0.5\n");
    const std::string including = folder.write(
        "including.frag", "#version 450\n#extension GL_GOOGLE_include_directive : require\n"
                          "#include \"scale.h\"\nlayout(location = 0) out float colour;\n"
                          "void main() { colour = SCALE; }\n");
    CHECK(jacquard_says({"compile", including, "--print", "nir"}).code == 1);
    const Answer found =
        jacquard_says({"compile", including, "--print", "nir", "-I", folder.path("common")});
    CHECK(found.err.empty());
    CHECK(found.out.find("const 0.5") != std::string::npos);
}

TEST_CASE("a GLSL shader of standard input has its stage from --stage") {
    if (!has_glslang()) {
        return;
    }
    const std::string text = "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n";
    const Answer without = jacquard_says({"opt", "-"}, text);
    CHECK(without.code == 1);
    CHECK(without.err.find("<stdin>: error[G101]: the stage is not known") != std::string::npos);
    const Answer with = jacquard_says({"opt", "-", "--stage", "vertex"}, text);
    CHECK(with.err.empty());
    CHECK(with.out.find("shader vertex") != std::string::npos);
    const Answer wrong =
        jacquard_says({"opt", "-", "--stage", "vertex"}, "#version 450\nvoid main() { x }\n");
    CHECK(wrong.err.find("<stdin>:2:15: error[G102]: 'x' : undeclared identifier") !=
          std::string::npos);
}

TEST_CASE(
    "a shader in the form of Shadertoy is a fragment shader, and its lines keep their numbers") {
    if (!has_glslang()) {
        return;
    }
    const std::string head = "#version 450\nvoid mainImage(out vec4 c, in vec2 p)\n{ c = vec4(p, ";
    const Answer right = jacquard_says({"opt", "-"}, head + "iTime, 1.0); }\n");
    CHECK(right.err.empty());
    CHECK(right.out.find("shader fragment") != std::string::npos);
    const Answer wrong = jacquard_says({"opt", "-"}, head + "iTim, 1.0); }\n");
    CHECK(wrong.err.find("<stdin>:3:15: error[G102]: 'iTim' : undeclared identifier") !=
          std::string::npos);
}

TEST_CASE("what a part refuses of a GLSL shader is shown with its line") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string shader = folder.write("fine.frag", "#version 450\n"
                                                         "layout(location = 0) in float x;\n"
                                                         "layout(location = 0) out float slope;\n"
                                                         "void main() {\n"
                                                         "    slope = dFdxFine(x);\n"
                                                         "}\n");
    const Answer answer = jacquard_says({"compile", shader, "--gpu", "420"});
    CHECK(answer.code == 1);
    CHECK(answer.err == shader +
                            ":5:5: error[I301]: the operation 'ddx_fine' is not supported yet\n"
                            "        slope = dFdxFine(x);\n"
                            "        ^\n");
}

TEST_CASE("what a part refuses of an included file is shown with the file and its line") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string included =
        folder.write("common/slopes.glsl", "float slope(float x) { return dFdxFine(x); }\n");
    const std::string shader = folder.write("fine.frag", "#version 450\n"
                                                         "#extension GL_GOOGLE_include_directive : "
                                                         "require\n"
                                                         "#include \"common/slopes.glsl\"\n"
                                                         "layout(location = 0) in float x;\n"
                                                         "layout(location = 0) out float y;\n"
                                                         "void main() { y = slope(x); }\n");
    const Answer answer = jacquard_says({"compile", shader, "--gpu", "420"});
    CHECK(answer.code == 1);
    CHECK(answer.err == shader + ": error[I301]: the operation 'ddx_fine' is not supported yet\n" +
                            shader + ": note: it comes from " + included + ":1\n");
}

TEST_CASE("HLSL buffers whose registers have one number have bindings of their own") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string shader = folder.write(
        "copy.comp.hlsl", "StructuredBuffer<uint> from : register(t0);\n"
                          "RWStructuredBuffer<uint> to : register(u0);\n"
                          "[numthreads(4, 1, 1)]\n"
                          "void main(uint3 id : SV_DispatchThreadID) { to[id.x] = from[id.x]; }\n");
    const Answer answer = jacquard_says({"compile", shader, "--gpu", "730"});
    CHECK(answer.err.empty());
    CHECK(answer.out.find("@resource storage_buffer 0 set 0 binding 0") != std::string::npos);
    CHECK(answer.out.find("@resource storage_buffer 1 set 0 binding 1") != std::string::npos);
}

TEST_CASE("an HLSL texture with a sampler has one binding, that of its register") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    folder.write("common/look.hlsl",
                 "float4 look(sampler2D s, float2 p) { return tex2D(s, p); }\n");
    const std::string shader = folder.write(
        "look.frag.hlsl", "#include \"common/look.hlsl\"\n"
                          "sampler2D one : register(s4);\nsampler2D many[2] : register(s1);\n"
                          "Texture2D plain : register(t5);\nSamplerState by : register(s6);\n"
                          "float4 main(float2 p : TEXCOORD0) : COLOR0 {\n"
                          "    return look(one, p) + look(many[1], p) + plain.Sample(by, p);\n}\n");
    const Answer answer = jacquard_says({"compile", shader, "--gpu", "730"});
    CHECK(answer.err.empty());
    for (const char* resource :
         {"set 0 binding 1 unit 0 count 2 combined\n", "set 0 binding 4 unit 4 combined\n",
          "set 0 binding 5 unit 6\n", "set 0 binding 6 unit 7\n"}) {
        INFO(resource << answer.out);
        CHECK(answer.out.find(resource) != std::string::npos);
    }
    std::size_t resources = 0;
    for (std::size_t at = answer.out.find("@resource "); at != std::string::npos;
         at = answer.out.find("@resource ", at + 1)) {
        ++resources;
    }
    CHECK(resources == 4);
}

TEST_CASE("a shader that needs a later SPIR-V gets it, where no target was chosen") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string path = folder.write("block.comp", R"(#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { uint v[]; };
shared First { uint whole[64]; } one;
void main() { one.whole[gl_LocalInvocationIndex] = 7u; v[gl_LocalInvocationIndex] = one.whole[0]; }
)");
    const Answer raised = jacquard_says({"compile", path, "--gpu", "730"});
    CHECK(raised.err.empty());
    CHECK(raised.code == 0);
    const Answer chosen =
        jacquard_says({"compile", path, "--gpu", "730", "--target-env", "vulkan1.1"});
    CHECK(chosen.code == 1);
    CHECK(chosen.err.find("block.comp:5:1: error[G102]") != std::string::npos);
    CHECK(chosen.err.find("requires at least SPIR-V 1.4") != std::string::npos);
    const Answer newest =
        jacquard_says({"compile", path, "--gpu", "730", "--target-env", "vulkan1.3"});
    CHECK(newest.out == raised.out);
}

TEST_CASE("an HLSL sampler that nothing reads leaves the rest of the shader as it is") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string main =
        "float4 main(float4 a : A, float4 b : B) : SV_Target { return a + b; }\n";
    const auto spirv_of = [&](const std::string& text) {
        const Answer answer =
            jacquard_says({"compile", folder.write("unread.frag.hlsl", text), "--print", "spirv"});
        INFO(answer.err);
        CHECK(answer.code == 0);
        const std::size_t entry = answer.out.find("OpEntryPoint");
        return answer.out.substr(entry, answer.out.find('\n', entry) - entry);
    };
    CHECK(spirv_of("sampler2D unread;\n" + main) == spirv_of(main));
    const Answer compiled = jacquard_says({"compile", folder.path("unread.frag.hlsl")});
    CHECK(compiled.code == 0);
    CHECK(jacquard_says({"compile", folder.write("unread.frag.hlsl", "sampler2D unread;\n" + main)})
              .code == 0);
}

TEST_CASE("geometry and control shaders run with the vertices of primitives and patches") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string geometry = folder.write("spread.geom", R"(#version 450
layout(points) in;
layout(points, max_vertices = 2) out;
layout(location = 0) in vec4 given[];
layout(location = 0) out vec4 made;
void main() {
    for (int i = 0; i < 2; ++i) {
        gl_Position = vec4(1.0);
        made = given[0] * float(i + 1);
        EmitVertex();
    }
}
)");
    const std::string control = folder.write("patch.tesc", R"(#version 450
layout(vertices = 2) out;
layout(location = 0) in vec4 given[];
layout(location = 0) out vec4 made[];
void main() {
    made[gl_InvocationID] = given[1 - gl_InvocationID];
    gl_TessLevelOuter[0] = 4.0;
    gl_TessLevelOuter[1] = 4.0;
}
)");
    const std::string points = folder.write("points.case", "shader spread.geom\nrun\n"
                                                           "IN 0 vertex 0 lane 2 40000000 0 0 0\n");
    const std::string patches =
        folder.write("patches.case", "shader patch.tesc\nrun\n"
                                     "IN 0 vertex 1 lane 2 40000000 0 0 0\n");
    for (const std::string_view engine : {"nir", "ir3"}) {
        const Answer spread =
            jacquard_says({"run", geometry, "--case", points, "--gpu", "730", "--engine", engine});
        INFO(engine << spread.err << spread.out);
        CHECK(spread.code == 0);
        CHECK(spread.out.find("GENERIC 0 vertex 0 lane 2 40000000") != std::string::npos);
        CHECK(spread.out.find("GENERIC 0 vertex 1 lane 2 40800000") != std::string::npos);
        CHECK(spread.out.find("GENERIC 0 vertex 1 lane 1 00000000") != std::string::npos);
        const Answer levels =
            jacquard_says({"run", control, "--case", patches, "--gpu", "730", "--engine", engine});
        INFO(levels.err << levels.out);
        CHECK(levels.code == 0);
        CHECK(levels.out.find("GENERIC 0 vertex 0 lane 2 40000000") != std::string::npos);
        CHECK(levels.out.find("TESSOUTER 0 lane 2 40800000 40800000") != std::string::npos);
    }
    const std::string placed =
        folder.write("placed.case", "shader spread.geom\nrun\nMEMORY ssbo 0.1 0 1 2 3 4\n");
    const Answer refused = jacquard_says({"run", geometry, "--case", placed, "--gpu", "730"});
    CHECK(refused.code == 1);
    CHECK(refused.err.find("error[C119]") != std::string::npos);
}

TEST_CASE("letters of all languages may stand in comments") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string utf8 = folder.write(
        "utf8.frag",
        "#version 450\n// \xc3\xa9t\xc3\xa9 \xe2\x80\x94 \xe6\xb0\xb4\nvoid main() {}\n");
    const std::string latin1 =
        folder.write("latin1.frag", "#version 450\n// \xe9t\xe9\nvoid main() {}\n");
    for (const std::string& shader : {utf8, latin1}) {
        INFO(shader);
        for (const char* command : {"compile", "cost", "batch"}) {
            CHECK(jacquard_says({command, shader, "--gpu", "730"}).code == 0);
        }
    }
}

TEST_CASE("an HLSL shader has the entry point that --entry names") {
    if (!has_glslang()) {
        return;
    }
    Folder folder;
    const std::string shader =
        folder.write("plain.frag.hlsl", "float4 shade() : SV_Target { return float4(1, 2, 3, 4); "
                                        "}\n");
    CHECK(jacquard_says({"opt", shader}).code == 1);
    const Answer found = jacquard_says({"opt", shader, "--entry", "shade"});
    CHECK(found.err.empty());
    CHECK(found.out.find("semantic=color 0") != std::string::npos);
}
