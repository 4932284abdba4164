#include <jacquard/draw/pictures/png_file.h>
#include <jacquard/tool/draw/draw_options.h>
#include <jacquard/tool/frame/progress_bar.h>

#include "catch.h"
#include "drawn.h"
#include "driver/tool_runner.h"

#include <cstdlib>

using namespace jacquard::driver;
using jacquard::testing::difference;
using jacquard::testing::letters;

namespace {

constexpr const char* kPlain = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                               "DCL CONST[0..1]\n"
                               "  0: MUL OUT[0], IN[0], CONST[1]\n  1: END\n";

constexpr const char* kWave =
    "// Bars that run with time.\n"
    "void mainImage(out vec4 colour, in vec2 position) {\n"
    "    vec2 place = position / iResolution.xy;\n"
    "    float bar = step(0.5, fract(2.0 * place.x - iTime));\n"
    "    colour = vec4(bar * vec3(1.0 - 0.5 * step(place.y, 0.5)), 1.0);\n"
    "}\n";

bool may_draw(bool needs_glslang = false) {
    if (!draw::has_png()) {
        WARN("skipped: this build has no PNG (Debian: libpng-dev)");
        return false;
    }
    if (needs_glslang && std::system("glslangValidator --version > /dev/null 2>&1") != 0) {
        WARN("skipped: there is no glslangValidator (Debian: glslang-tools)");
        return false;
    }
    return true;
}

draw::Picture picture_of(const std::string& path) {
    std::string fault;
    auto picture = draw::read_png(file_content(path), draw::kMostPixels, fault);
    INFO(path << ": " << fault);
    REQUIRE(picture);
    return std::move(*picture);
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

} // namespace

TEST_CASE("draw writes what a shader computes, with constants by number") {
    if (!may_draw()) {
        return;
    }
    const TemporaryFolder folder("draw_plain");
    folder.write("plain.tgsi", kPlain);
    for (const char* engine : {"ir3", "nir"}) {
        const Answer answer =
            run_tool({"draw", folder / "plain.tgsi", "-o", folder / "out.png", "--size", "5x2",
                      "--engine", engine, "--set", "CONST[1]=1,1,1,1"});
        CHECK(answer.err == "");
        CHECK(answer.code == 0);
        CHECK(letters(picture_of(folder / "out.png")) == " .:*#\n .:*#\n");
    }
    const Answer corners = run_tool({"draw", folder / "plain.tgsi", "-o", "-", "--size", "5x2",
                                     "--set", "CONST[1]=1,1,1,1", "--varying", "0=1:0:1:0"});
    std::string fault;
    const auto picture = draw::read_png(corners.out, draw::kMostPixels, fault);
    REQUIRE(picture);
    CHECK(letters(*picture) == "#*:. \n#*:. \n");
}

TEST_CASE("a smooth picture has the means of the pixels of a larger one") {
    if (!may_draw()) {
        return;
    }
    const TemporaryFolder folder("draw_smooth");
    folder.write("plain.tgsi", kPlain);
    REQUIRE(run_tool({"draw", folder / "plain.tgsi", "-o", folder / "out.png", "--size", "2x1",
                      "--smooth", "4", "--set", "CONST[1]=1,1,1,1"})
                .code == 0);
    const draw::Picture picture = picture_of(folder / "out.png");
    REQUIRE(picture.width == 2);
    // 0.5/8, 1.5/8, 2.5/8 and 3.5/8 of 255, each to the nearest.
    CHECK(int{picture.pixel(0, 0)[0]} == (16 + 48 + 80 + 112) / 4);
    CHECK(int{picture.pixel(0, 0)[1]} == 128); // mean of all rows: 32, 96, 159, 223
}

TEST_CASE("draw tells what of its options is wrong") {
    const TemporaryFolder folder("draw_options");
    folder.write("plain.tgsi", kPlain);
    folder.write("vertex.tgsi", "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n"
                                "  1: END\n");
    const std::string shader = folder / "plain.tgsi";
    const std::string out = folder / "out.png";
    const auto says = [&](std::initializer_list<std::string_view> more) {
        std::vector<std::string_view> words = {"draw", shader, "-o", out};
        words.insert(words.end(), more);
        std::istringstream in;
        std::ostringstream text;
        std::ostringstream err;
        const int code = run_command(words, {in, text, err});
        return std::to_string(code) + ' ' + first_line(err.str());
    };
    CHECK(run_tool({"draw", shader}).err == "jacquard: 'draw' needs -o PICTURE.png\n");
    CHECK(says({"--size", "64"}) ==
          "2 jacquard: --size takes a width and a height, as in 640x480, not '64'");
    CHECK(says({"--size", "0x4"}) ==
          "2 jacquard: a picture has 1 to 16384 pixels a side and at most 67108864 in all, and "
          "this one would have 0 x 4");
    CHECK(says({"--size", "4096x8", "--smooth", "5"}).ends_with("this one would have 20480 x 40"));
    CHECK(says({"--size", "16384x16384"}).starts_with("2 jacquard: a picture has 1 to 16384"));
    CHECK(says({"--frames", "0"}) ==
          "2 jacquard: --frames takes a number from 1 to 1000000, not '0'");
    CHECK(says({"--fps", "0"}) == "2 jacquard: --fps takes a number above 0, not '0'");
    CHECK(says({"--set", "time"}) ==
          "2 jacquard: --set takes NAME=VALUE, as in time=1.5, not 'time'");
    CHECK(says({"--set", "time=1,x"}) == "2 jacquard: --set time=1,x: 'x' is not a number");
    CHECK(says({"--texture", "wood.png"}) ==
          "2 jacquard: --texture takes a name or binding and a file, as in 0=wood.png, not "
          "'wood.png'");
    CHECK(says({"--texture", "0=a.png,filtre=linear"}) ==
          "2 jacquard: --texture 0=a.png,filtre=linear: a texture has no option 'filtre', did you "
          "mean 'filter'?");
    CHECK(says({"--clear", "1"}) ==
          "2 jacquard: --clear takes three or four numbers, as in 0.2,0.2,0.3, not '1'");
    CHECK(says({"--mesh", "quad"}) == "2 jacquard: --mesh needs a vertex shader, --vertex FILE");
    CHECK(says({"--jobs", "0"}) == "2 jacquard: --jobs takes a number from 1 to 256");
    CHECK(says({"--szie", "4x4"}) ==
          "2 jacquard: unknown option '--szie' of 'draw', did you mean '--size'?");
    if (!may_draw()) {
        return;
    }
    CHECK(says({"--set", "CONST[2]=1"}) ==
          "2 jacquard: --set CONST[2]: 'CONST[2]': there is no element 2 of vec4[2], which has 2");
    CHECK(says({"--output", "3"}) ==
          "1 " + shader + ": error[P402]: the shader has no output at location 3");
    CHECK(says({"--varying", "7=1"}) ==
          "1 " + shader + ": error[P404]: --varying 7: the shader reads no varying '7'");
    CHECK(says({"--texture", "0=/nonexistent.png"}) ==
          "2 jacquard: cannot read '/nonexistent.png': No such file or directory");
    const std::string none = "0=" + shader;
    CHECK(says({"--texture", none}) == "1 " + shader + ": error[P201]: it is not a PNG file");
    const std::string vertex = folder / "vertex.tgsi";
    CHECK(says({"--vertex", shader}) ==
          "1 " + shader +
              ": error[P401]: a vertex shader is wanted, and this is one of the stage "
              "fragment");
    CHECK(says({"--vertex", vertex}) ==
          "1 " + shader +
              ": error[P403]: the fragment shader reads generic 0, which the vertex "
              "shader does not write");
    CHECK(says({"--vertex", vertex, "--mesh", "qaud"}) ==
          "2 jacquard: --mesh takes triangle, quad, sphere or a file that ends in .obj, not "
          "'qaud', did you mean 'quad'?");
    CHECK(says({"--vertex", vertex, "--varying", "0=1"}) ==
          "2 jacquard: varyings come from the vertex shader; --varying is for a picture without "
          "one");
    folder.write("bad.obj", "v 1 2\nf 1 2 3\n");
    const std::string mesh = folder / "bad.obj";
    CHECK(says({"--vertex", vertex, "--mesh", mesh}) ==
          "1 " + mesh + ":1:1: error[P303]: 'v' needs 3 numbers, and there are 2");
    folder.write("bad.json", "{\n  \"CONST[1]\": [1, 2],\n  \"CONTS[0]\": [1, 2, 3, 4]\n}\n");
    const std::string uniforms = folder / "bad.json";
    const Answer faults =
        run_tool({"draw", shader, "-o", out, "--size", "2x2", "--uniforms", uniforms});
    CHECK(faults.code == 1);
    CHECK(first_line(faults.err) ==
          uniforms + ":2:15: error[P102]: 'CONST[1]' is a vec4 and takes 4 numbers, not 2");
    CHECK(faults.err.find(uniforms + ":3:15: error[P101]: there is no uniform 'CONTS[0]', did you "
                                     "mean 'CONST[0]'?") != std::string::npos);
    // None of these commands has left a picture behind.
    CHECK(!std::filesystem::exists(out));
}

TEST_CASE("a texture that the shader reads and nobody gives is named") {
    if (!may_draw()) {
        return;
    }
    const TemporaryFolder folder("draw_missing");
    folder.write("textured.tgsi",
                 "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[2]\n"
                 "DCL SVIEW[2], 2D, FLOAT\n  0: TEX OUT[0], IN[0], SAMP[2], 2D\n  1: END\n");
    folder.write("plain.tgsi", kPlain);
    const std::string shader = folder / "textured.tgsi";
    CHECK(run_tool({"draw", shader, "-o", folder / "out.png"}).err ==
          shader + ": error[P202]: the shader reads the texture 'SAMP[2]' (set 0, binding 2), and "
                   "no --texture gives it\n");
    REQUIRE(run_tool({"draw", folder / "plain.tgsi", "-o", folder / "ramp.png", "--size", "5x5",
                      "--set", "CONST[1]=1,1,1,1"})
                .code == 0);
    for (const std::string place : {"2=", "0.2=", "SAMP[2]="}) {
        const std::string texture = place + (folder / "ramp.png") + ",filter=nearest,mip=none";
        const Answer answer = run_tool(
            {"draw", shader, "-o", folder / "out.png", "--size", "5x1", "--texture", texture});
        CHECK(answer.err == "");
        CHECK(letters(picture_of(folder / "out.png")) == " .:*#\n");
    }
}

TEST_CASE("a shader in the form of Shadertoy runs with time, in both engines") {
    if (!may_draw(true)) {
        return;
    }
    const TemporaryFolder folder("draw_toy");
    folder.write("wave.frag", kWave);
    const auto frame = [&](const char* engine, const char* time) {
        const Answer answer = run_tool({"draw", folder / "wave.frag", "-o", folder / "wave.png",
                                        "--size", "8x2", "--engine", engine, "--time", time});
        CHECK(answer.err == "");
        return letters(picture_of(folder / "wave.png"));
    };
    for (const char* engine : {"ir3", "nir"}) {
        // The lower half is the darker one.
        CHECK(frame(engine, "0") == "  ##  ##\n  ::  ::\n");
        CHECK(frame(engine, "0.5") == "##  ##  \n::  ::  \n");
    }
}

TEST_CASE("faults of a shader in the form of Shadertoy are told at the lines of its own") {
    if (!may_draw(true)) {
        return;
    }
    const TemporaryFolder folder("draw_toy_fault");
    folder.write("typo.frag", "void mainImage(out vec4 colour, in vec2 position) {\n"
                              "    colour = vec4(iTimee);\n}\n");
    const std::string shader = folder / "typo.frag";
    const Answer answer = run_tool({"draw", shader, "-o", folder / "out.png"});
    CHECK(answer.code == 1);
    INFO(answer.err);
    CHECK(
        answer.err.starts_with(shader + ":2:19: error[G102]: 'iTimee' : undeclared identifier\n"));
}

TEST_CASE("an animation is files with numbers, and --first-frame goes on with one") {
    if (!may_draw(true)) {
        return;
    }
    const TemporaryFolder folder("draw_frames");
    folder.write("wave.frag", kWave);
    REQUIRE(run_tool({"draw", folder / "wave.frag", "-o", folder / "wave.png", "--size", "8x2",
                      "--frames", "3", "--fps", "4"})
                .code == 0);
    CHECK(letters(picture_of(folder / "wave-0000.png")) == "  ##  ##\n  ::  ::\n");
    CHECK(letters(picture_of(folder / "wave-0002.png")) == "##  ##  \n::  ::  \n");
    CHECK(!std::filesystem::exists(folder / "wave.png"));
    CHECK(!std::filesystem::exists(folder / "wave-0003.png"));
    REQUIRE(run_tool({"draw", folder / "wave.frag", "-o", folder / "more.png", "--size", "8x2",
                      "--frames", "1", "--first-frame", "2", "--fps", "4"})
                .code == 0);
    CHECK(file_content(folder / "more-0002.png") == file_content(folder / "wave-0002.png"));
}

TEST_CASE("names of pictures of an animation sort in their order") {
    CHECK(frame_name("picture.png", 7, 99) == "picture-0007.png");
    CHECK(frame_name("a.b/picture", 7, 99) == "a.b/picture-0007");
    CHECK(frame_name("out/.png", 1, 9) == "out/.png-0001");
    CHECK(frame_name("p.png", 12, 123456) == "p-000012.png");
}

TEST_CASE("a ball lit from one side is drawn alike by both engines") {
    if (!may_draw(true)) {
        return;
    }
    const TemporaryFolder folder("draw_ball");
    folder.write("ball.vert", "#version 450\n"
                              "layout(location = 0) in vec3 position;\n"
                              "layout(location = 1) in vec3 normal;\n"
                              "layout(location = 0) out vec3 outwards;\n"
                              "uniform float size;\n"
                              "void main() {\n"
                              "    outwards = normal;\n"
                              "    vec3 at = size * position;\n"
                              "    gl_Position = vec4(at.x, -at.y, 0.5 - 0.4 * at.z, 1.0);\n"
                              "}\n");
    folder.write("lambert.frag", "#version 450\n"
                                 "layout(location = 0) in vec3 outwards;\n"
                                 "layout(location = 0) out vec4 colour;\n"
                                 "uniform vec3 light;\n"
                                 "void main() {\n"
                                 "    float lit = max(dot(normalize(outwards), light), 0.0);\n"
                                 "    colour = vec4(vec3(0.25 + 0.75 * lit), 1.0);\n"
                                 "}\n");
    const auto ball = [&](const char* engine, const char* size) {
        const Answer answer =
            run_tool({"draw", folder / "lambert.frag", "--vertex", folder / "ball.vert", "--mesh",
                      "sphere", "-o", folder / "ball.png", "--size", size, "--engine", engine,
                      "--set", "light=0,1,0", "--set", "size=0.9"});
        CHECK(answer.err == "");
        CHECK(answer.code == 0);
        return picture_of(folder / "ball.png");
    };
    // Light from above: the height of the normal, where 0.25 is dark and 1 is bright.
    CHECK(letters(ball("ir3", "12x12")) == "            \n"
                                           "   ######   \n"
                                           "  ********  \n"
                                           " :::::::::: \n"
                                           " :::::::::: \n"
                                           " .......... \n"
                                           " .......... \n"
                                           " .......... \n"
                                           " .......... \n"
                                           "  ........  \n"
                                           "   ......   \n"
                                           "            \n");
    CHECK(difference(ball("ir3", "48x32"), ball("nir", "48x32")) <= 1);
}

TEST_CASE("the example shaders draw alike in both engines") {
    if (!may_draw(true)) {
        return;
    }
    const TemporaryFolder folder("draw_examples");
    const std::string cloth = std::string(JACQUARD_SOURCE_DIR) + "/examples/cloth.frag";
    for (const char* engine : {"ir3", "nir"}) {
        const std::string out = folder / (std::string(engine) + ".png");
        const Answer answer =
            run_tool({"draw", cloth, "-o", out, "--size", "48x32", "--engine", engine});
        CHECK(answer.err == "");
    }
    const draw::Picture machine = picture_of(folder / "ir3.png");
    const draw::Picture nir = picture_of(folder / "nir.png");
    // At the rims of threads the last bit of a height decides, so single pixels may differ.
    std::size_t others = 0;
    for (std::size_t i = 0; i < nir.rgba.size(); ++i) {
        others += std::abs(int{machine.rgba[i]} - int{nir.rgba[i]}) > 4 ? 1 : 0;
    }
    CHECK(others <= nir.rgba.size() / 100);
}

TEST_CASE("the line that shows how far a picture is grows with the work") {
    CHECK(ProgressBar::text("p.png", 0, 4, 0.0) == "p.png [..............................] 0%");
    CHECK(ProgressBar::text("p.png", 1, 4, 2.0) ==
          "p.png [#######.......................] 25%, 6 s left");
    CHECK(ProgressBar::text("p.png", 4, 4, 9.0) ==
          "p.png [##############################] 100%, 0 s left");
    // Nobody watches the streams of a test.
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const Streams streams{in, out, err};
    ProgressBar bar(streams, "p.png");
    bar.show(1, 2);
    CHECK(err.str().empty());
}
