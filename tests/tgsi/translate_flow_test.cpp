// Programs with control flow that are too large for texts, and what a translation says beside them.
#include "lane_runner.h"

using namespace jacquard;
using namespace jacquard::tgsi;

TEST_CASE("the status says whether a refusal is the fault of the program") {
    const auto status_of = [](std::string_view text) {
        const Program program = read(text);
        Diagnostics diagnostics("test", text);
        return translate_to_nir(program, {}, diagnostics).status;
    };
    CHECK(status_of("FRAG\nDCL TEMP[0]\nDCL SAMP[0]\nSAMP2HND TEMP[0], SAMP[0], 2D\nEND\n") ==
          TranslateStatus::not_supported);
    CHECK(status_of("VERT\nKILL\nEND\n") == TranslateStatus::malformed);
}

TEST_CASE("a subroutine that calls itself is a fault, and so is one that grows without end") {
    const auto reasons_of = [](const std::string& text) {
        const Program program = read(text);
        Diagnostics diagnostics("test", text);
        CHECK(translate_to_nir(program, {}, diagnostics).shader == nullptr);
        return found(diagnostics);
    };
    CHECK(reasons_of("FRAG\nCAL :2\nEND\nBGNSUB\nCAL :5\nENDSUB\nBGNSUB\nCAL :2\nENDSUB\n") ==
          "8:1 T302 this call never ends: the subroutine calls itself\n");
    std::string text = "FRAG\nDCL TEMP[0]\nCAL :2\nEND\n";
    for (unsigned i = 0; i < 30; ++i) {
        const std::string next = std::to_string(2 + 4 * (i + 1));
        text += "BGNSUB\nCAL :" + next + "\nCAL :" + next + "\nENDSUB\n";
    }
    text += "BGNSUB\nMOV TEMP[0], TEMP[0]\nENDSUB\n";
    const std::string reasons = reasons_of(text);
    CHECK(reasons.find("calling subroutines that make the program longer than 131072") !=
          std::string::npos);
}

TEST_CASE("ten thousand blocks in a row take no time") {
    std::string text = "FRAG\nDCL TEMP[0..1]\nDCL OUT[0], COLOR\n";
    for (unsigned i = 0; i < 10000; ++i) {
        text += "UIF TEMP[0].xxxx\nMOV TEMP[1].x, TEMP[0].yyyy\nELSE\nBGNLOOP\nBRK\nENDLOOP\n"
                "ENDIF\n";
    }
    text += "MOV OUT[0], TEMP[1]\nEND\n";
    const Program program = read(text);
    Diagnostics diagnostics("test", text);
    const TranslateResult result = translate_to_nir(program, {}, diagnostics);
    REQUIRE(result.shader != nullptr);
    CHECK(result.shader->entry->num_blocks > 40000);
}

TEST_CASE("lanes share a buffer") {
    const auto shader =
        translated("COMP\nDCL BUFFER[0]\nDCL SV[0], THREAD_ID\nDCL SV[1], SUBGROUP_INVOCATION\nDCL "
                   "TEMP[0..1]\n"
                   "IMM UINT32 {0, 4, 1, 2}\nUMUL TEMP[0].x, SV[1].xxxx, IMM[0].yyyy\n"
                   "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nUIF TEMP[1].xxxx\n"
                   "ATOMUADD TEMP[1].y, BUFFER[0], IMM[0].xxxx, IMM[0].wwww\nENDIF\n"
                   "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].zzzz\nUIF TEMP[0].xxxx\n"
                   "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[1].xxxx\nENDIF\nEND\n");
    std::array<std::uint32_t, 4> words = {0, 5, 0, 7};
    const std::array<std::span<std::byte>, 1> buffers = {std::as_writable_bytes(std::span(words))};
    nir::interpreter::Environment environment;
    environment.storage_buffers = buffers;
    CHECK(run_lanes(*shader, {}, environment).fault.empty());
    CHECK(words == std::array<std::uint32_t, 4>{4, 6, 1, 8});
}
