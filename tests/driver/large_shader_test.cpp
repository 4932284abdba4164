// Shaders so large that they go before their compilation ends, and are read again where registers
// do not suffice, or whose memory would not suffice if one part of them cost as much as another.

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/support/text/diagnostics.h>

#include "catch.h"

#include <string>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// `live` vectors are read in front of a long chain and behind it.
std::string large_shader(unsigned live) {
    std::string text = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                       "DCL CONST[0..63]\nDCL TEMP[0..63]\nMOV TEMP[63], IN[0]\n";
    const auto number = [](unsigned i) { return '[' + std::to_string(i) + ']'; };
    for (unsigned i = 0; i < live; ++i) {
        text += "MUL TEMP" + number(i) + ", IN[0], CONST" + number(i) + '\n';
        text += "ADD TEMP[63], TEMP[63], TEMP" + number(i) + '\n';
    }
    for (unsigned i = 0; i < 30'000; ++i) {
        text += "MAD TEMP[63], TEMP[63], CONST" + number(i % 64) + ", IN[0]\n";
    }
    for (unsigned i = 0; i < live; ++i) {
        text += "MUL TEMP[63], TEMP[63], TEMP" + number(i) + '\n';
    }
    return text + "MOV OUT[0], TEMP[63]\nEND\n";
}

// A long straight part, and then `loops` short ones.
std::string straight_then_loops(unsigned straight, unsigned loops) {
    std::string text = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                       "DCL CONST[0]\nDCL TEMP[0..2]\nIMM[0] FLT32 { 0.5, 0.25, 2.0, 1.0 }\n"
                       "MOV TEMP[0], IN[0]\n";
    for (unsigned i = 0; i < straight; ++i) {
        text += "MAD TEMP[0], TEMP[0], CONST[0], IN[0]\n";
    }
    for (unsigned i = 0; i < loops; ++i) {
        text += "MOV TEMP[1].x, IMM[0].xxxx\nBGNLOOP\n"
                "FSLT TEMP[2].x, IN[0].xxxx, TEMP[1].xxxx\nUIF TEMP[2].xxxx\nBRK\nENDIF\n"
                "MUL TEMP[0], TEMP[0], CONST[0]\n"
                "ADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy\nENDLOOP\n";
    }
    return text + "MOV OUT[0], TEMP[0]\nEND\n";
}

// By a shader that stays.
CompileResult compile_loaded_text(const std::string& text, const VariantKey& key) {
    Diagnostics diagnostics("large.tgsi", text);
    const NirResult loaded = load_nir(text, SourceLanguage::tgsi, key.precise, diagnostics);
    return compile_prepared(*loaded.shader, key, diagnostics);
}

} // namespace

TEST_CASE("large shaders: what goes, and is read again, becomes the words of what stays") {
    VariantKey key{.gpu = 630};
    key.precise = true; // the products stay where they are
    for (const unsigned live : {4U, 60U}) {
        const std::string text = large_shader(live);
        Diagnostics diagnostics("large.tgsi", text);
        const CompileResult gone = compile_tgsi(text, key, diagnostics);
        INFO(diagnostics.render());
        REQUIRE(gone.status == CompileStatus::compiled);
        CHECK(diagnostics.all().empty());
        CHECK((gone.program.private_bytes != 0) == (live > 48));
        CHECK(gone.program.words == compile_loaded_text(text, key).program.words);
    }
}

TEST_CASE("large shaders: what is read again is held to the limit of memory") {
    // It suffices for the way without values in memory, which the first shader takes.
    Limits limits;
    limits.memory = std::uint64_t{112} << 20;
    const auto compile = [&limits](unsigned live, std::string& said) {
        const std::string text = large_shader(live);
        Diagnostics diagnostics("large.tgsi", text);
        const CompileResult result =
            compile_tgsi(text, {.gpu = 630, .precise = true}, diagnostics, nullptr, limits);
        said = diagnostics.render();
        return result.status;
    };
    std::string said;
    CHECK(compile(4, said) == CompileStatus::compiled);
    CHECK(compile(60, said) == CompileStatus::too_large);
    CHECK(said.find("L105") != std::string::npos);
}

TEST_CASE("large shaders: a long part does not make the short ones after it cost more memory") {
    const auto compiles_within = [](unsigned straight, unsigned loops, unsigned megabytes) {
        Limits limits;
        limits.memory = std::uint64_t{megabytes} << 20;
        Diagnostics diagnostics("large.tgsi", "");
        return compile_tgsi(straight_then_loops(straight, loops), {.gpu = 630}, diagnostics,
                            nullptr, limits)
                   .status == CompileStatus::compiled;
    };
    CHECK(compiles_within(4000, 0, 40));
    CHECK(compiles_within(0, 1500, 60));
    CHECK(compiles_within(4000, 1500, 100));
    CHECK_FALSE(compiles_within(4000, 1500, 20));
}
