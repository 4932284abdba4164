// Texture instructions of each revision, as other compilers for these machines use them: what
// stands in which register, and what is added where the unit wants or gives it otherwise.

#include "fixture.h"

#include <utility>

namespace jacquard::ir3::testing {

namespace {

// Without the header, (sy) and the instructions that bring varyings.
std::string body_of(const Program& program) {
    std::string body;
    std::string text = assembly_of(program);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        const std::string line = text.substr(begin, end - begin);
        begin = end == std::string::npos ? text.size() : end + 1;
        const bool shown =
            !line.empty() && line[0] != '@' && line.find("bary.f") == std::string::npos &&
            line.find("nop") == std::string::npos && line.find("ldlv") == std::string::npos &&
            line.find("end") == std::string::npos && line.find("flat.b") == std::string::npos;
        body += shown ? line + '\n' : "";
    }
    return body;
}

// A lookup of TGSI by all components of a varying; a second one gives what else there is.
std::string compiled(const std::string& lookup, unsigned gpu) {
    CompileOptions options;
    options.gpu = gpu;
    const auto program = compile_tgsi("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                      "DCL IN[1], GENERIC[1], PERSPECTIVE\n"
                                      "DCL OUT[0], COLOR\nDCL SAMP[0]\nDCL TEMP[0]\n"
                                      "IMM[0] INT32 {2, 1, 0, 0}\n" +
                                          lookup + "\nMOV OUT[0], TEMP[0]\nEND\n",
                                      options);
    REQUIRE(program.has_value());
    return body_of(*program);
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("texture: half is added to the layer where the unit cuts fractions off") {
    const std::string lookup = "TEX TEMP[0], IN[0], SAMP[0], 2D_ARRAY";
    CHECK_FALSE(has(compiled(lookup, 320), "add.f"));
    for (const unsigned gpu : {420U, 530U, 630U, 730U}) {
        const std::string text = compiled(lookup, gpu);
        INFO(gpu << '\n' << text);
        CHECK(has(text, "add.f"));
        CHECK(has(text, "(0.5)"));
        CHECK(has(text, "sam.a (f32)(xyzw)"));
    }
}

TEST_CASE("texture: the layer of a fetch is a whole number everywhere") {
    for (const unsigned gpu : {320U, 420U, 530U, 630U}) {
        CHECK_FALSE(has(compiled("TXF TEMP[0], IN[0], SAMP[0], 2D_ARRAY", gpu), "add.f"));
    }
}

TEST_CASE("texture: coordinates of a fetch are shifted by the level on a3xx") {
    const std::string lookup = "MOV TEMP[0], IN[0]\nMOV TEMP[0].w, IMM[0].xxxx\n"
                               "TXF TEMP[0], TEMP[0], SAMP[0], 2D_ARRAY";
    const std::string shifted = compiled(lookup, 320);
    INFO(shifted);
    std::size_t shifts = 0;
    for (std::size_t at = shifted.find("shl.b"); at != std::string::npos;
         at = shifted.find("shl.b", at + 1)) {
        ++shifts;
    }
    CHECK(shifts == 2); // the layer is none
    CHECK(has(shifted, "isaml.a"));
    for (const unsigned gpu : {420U, 530U, 630U}) {
        CHECK_FALSE(has(compiled(lookup, gpu), "shl.b"));
        CHECK(has(compiled(lookup, gpu), "isaml.a"));
    }
}

TEST_CASE("texture: a3xx counts layers and levels from zero") {
    const std::string sizes = "TXQ TEMP[0], IMM[0].yyyy, SAMP[0], 2D_ARRAY";
    const std::string size = "TXQ TEMP[0].xyz, IMM[0].yyyy, SAMP[0], 3D";
    const std::string levels = "TXQ TEMP[0].w, IMM[0].yyyy, SAMP[0], 2D";
    CHECK(has(compiled(sizes, 320), "add.u"));
    CHECK(has(compiled(levels, 320), "add.u"));
    CHECK(has(compiled(sizes, 320), "getsize.a"));
    CHECK_FALSE(has(compiled(size, 320), "add.u"));
    CHECK(has(compiled(size, 320), "getsize.3d"));
    for (const unsigned gpu : {420U, 530U, 630U}) {
        CHECK_FALSE(has(compiled(sizes, gpu), "add.u"));
        CHECK_FALSE(has(compiled(levels, gpu), "add.u"));
    }
}

TEST_CASE("texture: a sample is fetched by an instruction that a3xx does not have") {
    const std::string lookup = "TXF TEMP[0], IN[0], SAMP[0], 2D_MSAA";
    CHECK(has(compiled(lookup, 420), "isamm"));
    // There the samples of a texel stand beside each other, as many as the driver says.
    const std::string columns = compiled(lookup, 320);
    CHECK(has(columns, "isaml"));
    CHECK(has(columns, "shl.b"));
    CHECK(has(columns, "add.u"));
    CompileOptions options;
    options.gpu = 320;
    Diagnostics diagnostics;
    const auto shader =
        translate_tgsi("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                       "DCL SAMP[0]\nDCL TEMP[0]\n" +
                       lookup + "\nMOV OUT[0], TEMP[0]\nEND\n");
    const auto program = compile(*shader, options, diagnostics);
    REQUIRE(program.has_value());
    REQUIRE(program->driver_parameters.size() == 1);
    CHECK(program->driver_parameters[0].name == "TEXTURE_SAMPLE_BITS_IR3_0");
}

TEST_CASE("texture: derivatives are given in all stages up to a5xx") {
    const std::string text = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL SAMP[0]\nDCL TEMP[0]\n"
                             "TXD TEMP[0], IN[0], IN[0], IN[0], SAMP[0], 2D\n"
                             "MOV OUT[0], TEMP[0]\nEND\n";
    for (const auto& [gpu, works] : {std::pair(320U, true), {530U, true}, {630U, false}}) {
        CompileOptions options;
        options.gpu = gpu;
        Diagnostics diagnostics;
        const auto shader = translate_tgsi(text);
        const auto program = compile(*shader, options, diagnostics);
        CHECK(program.has_value() == works);
        CHECK((!works || has(assembly_of(*program), "samgq")));
    }
}

} // namespace jacquard::ir3::testing
