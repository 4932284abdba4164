// Texts of older versions in, texts for glslang out; files that are included; where messages
// belong.
#include <jacquard/glsl/dialect/include_files.h>
#include <jacquard/glsl/dialect/modernise.h>
#include <jacquard/glsl/dialect/tokens.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/tool/batch/source/shader_text.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

using namespace jacquard;
using namespace jacquard::driver;

namespace {

HighLevelShader shader_of(std::string_view text, std::string_view stage = "frag") {
    HighLevelShader shader;
    shader.name = "x." + std::string(stage);
    shader.text = text;
    shader.stage = stage;
    return shader;
}

// Returns the text that glslang reads, or the faults if there are any.
std::string modern_text(const HighLevelShader& shader) {
    Diagnostics diagnostics(shader.name, shader.text);
    const std::optional<glsl::ModernShader> modern = glsl::modernise(shader, diagnostics);
    return modern ? modern->text : diagnostics.render();
}

std::string modern_text(std::string_view text, std::string_view stage = "frag") {
    return modern_text(shader_of(text, stage));
}

// The part behind the line that says where the shader's own begins.
std::string own_part(const std::string& text) {
    const std::size_t mark = text.find("#line ");
    return mark == std::string::npos ? text : text.substr(text.find('\n', mark) + 1);
}

std::string kinds_of(std::string_view text) {
    std::string kinds;
    for (const glsl::Token& token : glsl::tokens_of(text)) {
        kinds += "wns\"_/"[static_cast<std::size_t>(token.kind)];
    }
    return kinds;
}

bool has_glslang() {
    const bool found = std::system("glslangValidator --version > /dev/null 2>&1") == 0;
    if (!found) {
        WARN("skipped: there is no glslangValidator (Debian: glslang-tools)");
    }
    return found;
}

// The module of a fragment shader as text, or the faults.
std::string module_text(const std::string& text, std::string_view target = "vulkan1.1") {
    const Answer answer = run_tool(
        {"compile", "-", "--stage", "frag", "--target-env", target, "--print", "spirv"}, text);
    return answer.out + answer.err;
}

class Build final : public HighLevelCompiler {
  public:
    [[nodiscard]] HighLevelResult compile(const HighLevelShader& /*shader*/) const override {
        return {};
    }
    [[nodiscard]] std::string identity() const override { return "a build"; }
};
const Build kBuild;

} // namespace

TEST_CASE("tokens are words, numbers, signs, names in quotes, blanks and ends of lines") {
    constexpr std::pair<std::string_view, std::string_view> kTexts[] = {
        {"a1 = .5e-3+0x1Fu;", "w_s_nsns"},
        {"a /* b\n c */ d // e\nf", "w_w_/w"},
        {"#include \"a b.h\"", "sw_\""},
        {"\"open\n", "sw/"},
        {"a\\\nb", "w_w"},
        {"// a \\\n b\nc", "_/w"},
        {"\r\n\r\n", "//"},
        {"/* never ends", "_"}};
    for (const auto& [text, kinds] : kTexts) {
        CHECK(kinds_of(text) == kinds);
    }
}

TEST_CASE("tokens put together are the text, and know their lines and columns") {
    const std::string_view text = "#define A(x) \\\n  x\nvec4 v; /* one\ntwo */ float f;\r\nend";
    std::string whole;
    for (const glsl::Token& token : glsl::tokens_of(text)) {
        CHECK(token.position == position_of_offset(text, whole.size()));
        CHECK(token.in_directive == (whole.size() < text.find("\nvec4")));
        whole += token.text;
    }
    CHECK(whole == text);
}

TEST_CASE("a version that glslang takes stays as it is, byte for byte") {
    for (const char* text : {"#version 450\nin vec4 sample_;\n", "#version 310 es\n\t// x\r\n",
                             "// #include\n#version 330 core\nuniform vec4 buffer;\n"}) {
        CHECK(modern_text(text) == text);
    }
}

TEST_CASE("old words become those of today, and lines stay where they are") {
    CHECK(modern_text("#version 100\nprecision mediump float;\nvarying vec2 v;\n"
                      "uniform sampler2D t;\nvoid main() { gl_FragColor = texture2D(t, v); }\n") ==
          "#version 320 es \n"
          "#extension GL_GOOGLE_cpp_style_line_directive : enable\n"
          "precision lowp sampler3D; precision lowp sampler2DShadow;\n"
          "layout(location = 0) out mediump vec4 jq_gl_FragColor;\n"
          "#line 2 \"x.frag\"\n"
          "precision mediump float;\nin vec2 v;\n"
          "uniform sampler2D t;\nvoid main() { jq_gl_FragColor = texture(t, v); }\n");
    CHECK(own_part(modern_text("#version 120\nattribute vec4 p; varying vec4 v;\n", "vert")) ==
          "in vec4 p; out vec4 v;\n");
}

TEST_CASE("bodies of macros and branches that are not taken are rewritten as well") {
    CHECK(own_part(modern_text("#version 100\n#if 0\n#define LOOK(s) texture2D(s, v) // texture2D\n"
                               "#endif\n#ifdef __VERSION__\n#endif\n")) ==
          "#if 0\n#define LOOK(s) texture(s, v) // texture2D\n#endif\n#ifdef 100\n#endif\n");
}

TEST_CASE("a function of the shader's own keeps its name, a word of today gets another") {
    const std::string text = own_part(modern_text(
        "#version 330 core\nvec4 texture2D(sampler2D s, vec2 p) { return texture(s, p); }\n"));
    CHECK(contains(text, "vec4 jq_texture2D(sampler2D s, vec2 p)")); // a type of Vulkan's GLSL
    CHECK(own_part(modern_text("#version 110\nuniform sampler2D texture;\n"
                               "vec4 f() { return texture2D(texture, s.sample); }\n")) ==
          "uniform sampler2D jq_texture;\n"
          "vec4 f() { return texture(jq_texture, s.jq_sample); }\n");
    CHECK(own_part(modern_text("#version 120\nvec4 f() { return vec4(round(1.5)); }\n")) ==
          "vec4 f() { return vec4(round(1.5)); }\n");
}

TEST_CASE("arrays that are gone have as many elements as the shader uses") {
    CHECK(contains(modern_text("#version 110\nvoid main() { gl_FragData[2] = vec4(1.0); }\n"),
                   "jq_gl_FragData[3];"));
    CHECK(contains(modern_text("#version 110\nvoid main() { gl_FragData[i] = vec4(1.0); }\n"),
                   "jq_gl_FragData[8];"));
}

TEST_CASE("the numbers of lines are moved where a version counts them otherwise") {
    CHECK(own_part(modern_text("#version 110\n#line 7\nvoid main() {}\n")) ==
          "#line 8\nvoid main() {}\n");
    CHECK(own_part(modern_text("#version 100\n#line 7\nvoid main() {}\n")) ==
          "#line 7\nvoid main() {}\n");
}

TEST_CASE("extensions are left out, renamed or refused") {
    CHECK(own_part(modern_text("#version 120\n#extension GL_EXT_gpu_shader4 : require\n"
                               "flat varying int i;\n")) == "   \nflat in int i;\n");
    CHECK(contains(modern_text("#version 450\n#extension GL_EXT_texture_query_lod : enable\n"),
                   "#extension GL_ARB_texture_query_lod : enable"));
    CHECK(contains(
        modern_text("#version 100\n#extension GL_EXT_shader_framebuffer_fetch : require\n"),
        "x.frag:2:12: error[G107]: GL_EXT_shader_framebuffer_fetch cannot be had: no "
        "version of glslang has it; glslang has GL_EXT_shader_tile_image from 12.2.0"));
    CHECK(
        contains(modern_text("#version 100\n\nuniform samplerExternalOES t;\n"),
                 "x.frag:3:9: error[G107]: 'samplerExternalOES' needs GL_OES_EGL_image_external"));
    CHECK(contains(modern_text("#version 120\nvoid main() { gl_ClipVertex = p; }\n", "vert"),
                   "x.vert:2:15: error[G107]: 'gl_ClipVertex'"));
    CHECK(contains(modern_text("#version 450\nvoid main() { n = gl_NumSamples; }\n"),
                   "x.frag:2:19: error[G107]: 'gl_NumSamples' cannot be had: "));
}

TEST_CASE("types of Vulkan's GLSL are names where a shader declares them so") {
    for (const char* version : {"300 es", "320 es", "330", "450"}) {
        INFO(version);
        const std::string head = "#version " + std::string(version) + "\n";
        CHECK(
            own_part(modern_text(head + "vec4 texture2D = texture(t, v); vec4 o = texture2D;\n")) ==
            "vec4 jq_texture2D = texture(t, v); vec4 o = jq_texture2D;\n");
        CHECK(contains(modern_text(head + "struct S { vec4 subpassInput; } s; vec4 o = "
                                          "s.subpassInput;\n"),
                       "s.jq_subpassInput"));
    }
    const std::string vulkan = "#version 450\nuniform texture2D t; uniform sampler s;\n"
                               "vec4 f(texture2D t, sampler s, vec2 p) { return "
                               "texture(sampler2D(t, s), p); }\n";
    CHECK(modern_text(vulkan) == vulkan);
}

TEST_CASE("a version that is none says what is expected") {
    const auto says = [](std::string_view text, std::string_view expected) {
        INFO(modern_text(text));
        CHECK(contains(modern_text(text), std::string(expected)));
    };
    says("#version 115\n",
         "x.frag:1:10: error[G106]: there is no version '115' of GLSL; there are "
         "110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450 and 460, and "
         "of GLSL ES 100, 300, 310 and 320\n");
    says("#version 115\n", "did you mean '110'?");
    says("#version\n", "a number is expected after #version");
    says("#version es\n", "there is no version 'es'");
    says("#version 300\n", "version 300 is of GLSL ES, and must have 'es' after it");
    says("#version 100 es\n", "1:14: error[G106]: version 100 is always of GLSL ES");
    says("#version 450 es\n", "version 450 is not of GLSL ES, which has 100, 300, 310 and 320");
    says("#version 450 compatability\n", "did you mean 'compatibility'?");
    says("#version 120 core\n", "version 120 has no profiles");
}

TEST_CASE("macros of the command line are rewritten as the shader is") {
    HighLevelShader shader = shader_of("#version 100\nvoid main() { gl_FragColor = LOOK; }\n");
    shader.defines = {"LOOK=texture2D(t, v)", "PLAIN"};
    Diagnostics diagnostics;
    const std::optional<glsl::ModernShader> modern = glsl::modernise(shader, diagnostics);
    REQUIRE(modern);
    CHECK(modern->defines == std::vector<std::string>{"LOOK=texture(t, v)", "PLAIN"});
}

TEST_CASE("files are included from beside the file that asks, then from the folders in order") {
    const TemporaryFolder folder("glsl_include");
    for (const auto& [name, text] : std::initializer_list<std::pair<const char*, const char*>>{
             {"a/first.h", "#include \"second.h\"\n#include <third.h>\n"},
             {"a/second.h", "beside\n"},
             {"b/second.h", "folder\n"},
             {"b/third.h", "in b\n"},
             {"c/third.h", "in c"}}) {
        folder.write(name, text);
    }
    HighLevelShader shader = shader_of("#version 450\n#include \"a/first.h\"\nend\n");
    shader.name = folder / "x.frag";
    shader.include_folders = {folder / "c", folder / "b"};
    const std::string text = modern_text(shader);
    CHECK(contains(text, "beside\n"));
    CHECK_FALSE(contains(text, "folder\n"));
    CHECK(contains(text, "in c\n#line 3 \"" + (folder / "a/first.h") + "\"\n"));
    CHECK_FALSE(contains(text, "in b\n"));
    CHECK(contains(text, "#line 3 \"" + (folder / "x.frag") + "\"\nend\n"));
    CHECK(contains(text, "#line 1 \"" + (folder / "a/second.h") + "\"\nbeside\n"));
}

TEST_CASE("a file that is guarded may include itself, and one that says so is read once") {
    const TemporaryFolder folder("glsl_once");
    folder.write("guarded.h", "// x\n#ifndef G\n#define G\n#include \"guarded.h\"\n#endif // G\n");
    folder.write("once.h", "#pragma once\nfloat once;\n");
    HighLevelShader shader = shader_of("#version 450\n#include \"guarded.h\"\n#include \"once.h\"\n"
                                       "#include \"once.h\"\n");
    shader.name = folder / "x.frag";
    const std::string text = modern_text(shader);
    CHECK_FALSE(contains(text, "#error"));
    CHECK(text.find("float once") == text.rfind("float once"));
}

TEST_CASE("files that are not there and circles are told where they are reached") {
    if (!has_glslang()) {
        return;
    }
    const TemporaryFolder folder("glsl_faults");
    folder.write("inc/round.h", "#include \"about.h\"\n");
    folder.write("inc/about.h", "\n#include \"round.h\"\n");
    folder.write("inc/noise.h", "float noise() { return missing; }\n");
    const auto says = [&](const std::string& lines) {
        folder.write("x.frag",
                     "#version 450\n" + lines + "\nout vec4 c;\nvoid main() { c = vec4(0.5); }\n");
        return run_tool({"compile", folder / "x.frag", "-I", folder / "inc"});
    };
    Answer answer = says("#include \"nois.h\"");
    CHECK(answer.code == 1);
    CHECK(contains(answer.err, "x.frag:2:1: error[G108]: there is no file 'nois.h' in " +
                                   (folder / "").substr(0, (folder / "").size() - 1) + ", " +
                                   (folder / "inc") + "; did you mean 'noise.h'?"));
    answer = says("#include \"round.h\"");
    CHECK(contains(answer.err, "x.frag:2:1: error[G108]: " + (folder / "inc/about.h") +
                                   ":2:1: 'round.h' includes itself: " + (folder / "inc/round.h") +
                                   " -> " + (folder / "inc/about.h") + " -> " +
                                   (folder / "inc/round.h")));
    CHECK(contains(says("#include nothing").err, "\"FILE\" or <FILE> is expected after #include"));
    CHECK(contains(says("#include \"noise.h\"").err,
                   "x.frag:2:1: error[G102]: " + (folder / "inc/noise.h") +
                       ":1:24: 'missing' : undeclared identifier"));
    folder.write("inc/a\\b.h", "\n");
    CHECK(
        contains(says("#include \"a\\b.h\"").err,
                 "x.frag:2:1: error[G108]: the name of 'a\\b.h', or of the file that includes it, "
                 "has a quote, a backslash or the end of a line, which #line cannot repeat"));
    answer = says("#if 0\n#include \"nowhere.h\"\n#endif\n#include <noise.h>\n#line 1");
    CHECK_FALSE(contains(answer.err, "nowhere"));
    answer = says("#ifdef NEVER\n#include \"nowhere.h\"\n#endif");
    CHECK(answer.err.empty());
    CHECK(answer.code == 0);
}

TEST_CASE("messages are at the word that is meant, and call it as the shader does") {
    if (!has_glslang()) {
        return;
    }
    const auto says = [](const std::string& text) {
        return run_tool({"compile", "-", "--stage", "frag"}, text).err;
    };
    CHECK(contains(
        says("#version 100\nprecision mediump float;\nvarying vec2 v; uniform sampler2D t;\n"
             "void main() {\n  gl_FragColor = texture2D(t, v) + texture2D(t, v.x);\n}\n"),
        "<stdin>:5:36: error[G102]: 'texture2D' : no matching overloaded function"));
    CHECK(contains(says("#version 110\nvoid main() { gl_FragColor = texture; }\n"),
                   "<stdin>:2:30: error[G102]: 'texture' : undeclared identifier"));
    CHECK(contains(says("#version 450\nout vec4 c;\n#line 70\nvoid main() { c = d; }\n"),
                   "<stdin>:4:19: error[G102]: <stdin>:70: 'd' : undeclared identifier"));
    CHECK(contains(says("#version 450\n#define E e\nout vec4 c; void main() { c = vec4(E); }\n"),
                   "<stdin>:3:36: error[G102]: 'e' : undeclared identifier"));
}

TEST_CASE("names of the shader are those of the program, whatever glslang was given") {
    if (!has_glslang()) {
        return;
    }
    const std::string module =
        module_text("#version 110\nuniform vec4 sample; varying vec4 patch;\n"
                    "void main() { gl_FragColor = sample * patch; }\n");
    INFO(module);
    for (const char* name : {"\"sample\"", "\"patch\"", "\"gl_FragColor\""}) {
        CHECK(contains(module, name));
    }
    CHECK_FALSE(contains(module, "jq_"));
    CHECK_FALSE(contains(module, "jacquard-"));
}

TEST_CASE("uniforms without a block are gathered for OpenGL as for Vulkan") {
    if (!has_glslang()) {
        return;
    }
    const std::string text = "#version 450\nuniform vec4 tint; layout(location = 0) out vec4 o;\n"
                             "#ifdef VULKAN\n#error not here\n#endif\nvoid main() { o = tint; }\n";
    const std::string module = module_text(text, "opengl");
    INFO(module);
    CHECK(contains(module, "OriginLowerLeft"));
    CHECK(contains(module, "\"tint\""));
    CHECK_FALSE(contains(module, "error["));
}

TEST_CASE("precision qualifiers travel to the module") {
    if (!has_glslang()) {
        return;
    }
    CHECK(contains(module_text("#version 100\nprecision mediump float; varying vec4 v;\n"
                               "void main() { gl_FragColor = v * v; }\n"),
                   "RelaxedPrecision"));
}

TEST_CASE("what a batch keeps of a shader depends on the files that it includes") {
    const TemporaryFolder folder("glsl_cache");
    folder.write("inc/part.h", "float part;\n");
    const std::string name = folder / "x.frag";
    const auto identity = [&](const char* text) {
        return identity_of_front_end(name, text, &kBuild, {folder / "inc"}, {});
    };
    const char* const including = "#version 450\n#include <part.h>\n";
    CHECK(identity("#version 450\n") == "a build");
    const std::optional<std::string> first = identity(including);
    REQUIRE(first);
    CHECK(*first != "a build");
    CHECK(identity(including) == first);
    folder.write("inc/part.h", "float other;\n");
    CHECK(identity(including) != first);
    // A missing file may appear later.
    CHECK_FALSE(identity("#version 450\n#include <none.h>\n"));
    CHECK_FALSE(identity_of_front_end(name, including, nullptr, {}, {}));
}

TEST_CASE("two shaders of a program meet by name, though one has names that the other has not") {
    if (!has_glslang()) {
        return;
    }
    const TemporaryFolder folder("glsl_link");
    folder.write("a.vert",
                 "#version 100\nattribute vec4 position; varying vec4 unused;\n"
                 "varying vec4 colour; varying vec4 zero;\nvoid main() { gl_Position = "
                 "position; unused = vec4(0.0); zero = vec4(0.0); colour = vec4(1.0, 0.5, "
                 "0.25, 1.0); }\n");
    folder.write("a.frag", "#version 100\nprecision highp float; varying vec4 colour;\n"
                           "void main() { gl_FragColor = colour; }\n");
    folder.write("b.frag", "#version 100\nprecision highp float; varying vec4 zero;\n"
                           "void main() { gl_FragColor = zero + vec4(1.0, 0.5, 0.25, 1.0); }\n");
    for (const char* name : {"a", "b"}) {
        const Answer answer =
            run_tool({"draw", folder / (std::string(name) + ".frag"), "--vertex", folder / "a.vert",
                      "-o", folder / (std::string(name) + ".ppm"), "--size", "8x8"});
        INFO(answer.err);
        CHECK(answer.code == 0);
    }
    CHECK(file_content(folder / "a.ppm") == file_content(folder / "b.ppm"));
}

TEST_CASE("an array whose length is a specialisation constant takes as many locations") {
    if (!has_glslang()) {
        return;
    }
    const Answer answer = run_tool({"compile", "-", "--stage", "vert", "--print", "spirv"},
                                   "#version 450\nlayout(constant_id = 0) const int n = 3;\n"
                                   "out vec4 a[n]; out vec4 b;\n"
                                   "void main() { a[0] = vec4(1.0); b = vec4(2.0); }\n");
    INFO(answer.err);
    CHECK(contains(answer.out, "OpDecorate %b Location 3\n"));
}

TEST_CASE("stages have all the words that people use") {
    CHECK(high_level_stage("pixel") == "frag");
    CHECK(high_level_stage("vs") == "vert");
    CHECK(high_level_stage("compute") == "comp");
    CHECK(stage_in_nir("ps") == "fragment");
    CHECK(high_level_stage("kernel").empty());
    for (const std::string& word : stage_words()) {
        INFO(word);
        CHECK(
            jacquard::nir::find_number(jacquard::nir::kStageWords, stage_in_nir(word)).has_value());
        CHECK(!contains(run_tool({"compile", "-", "--stage", word}, "nothing").err, "no stage"));
    }
    const Answer wrong = run_tool({"compile", "-", "--stage", "pixels"}, "#version 450\n");
    CHECK(wrong.code == 2);
    CHECK(contains(wrong.err, "there is no stage 'pixels'; there are vertex, vert, vs, "));
    CHECK(contains(wrong.err, "did you mean 'pixel'?"));
}
