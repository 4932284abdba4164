#include "tgsi_test.h"

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

struct Refusal {
    TranslateStatus status;
    std::string reasons;
};

Refusal refusal_of(std::string_view text) {
    const Program program = read(text);
    Diagnostics diagnostics("test", text);
    const TranslateResult result = translate_to_nir(program, {}, diagnostics);
    CHECK(result.shader == nullptr);
    return {result.status, found(diagnostics)};
}

void check_unsupported(std::string_view text, std::string_view reasons) {
    const Refusal refusal = refusal_of(text);
    CHECK(refusal.status == TranslateStatus::not_supported);
    CHECK(refusal.reasons == reasons);
}

void check_malformed(std::string_view text, std::string_view reasons) {
    const Refusal refusal = refusal_of(text);
    CHECK(refusal.status == TranslateStatus::malformed);
    CHECK(refusal.reasons == reasons);
}

} // namespace

TEST_CASE("a form that is not supported yet says so, each reason once") {
    check_unsupported("FRAG\nDCL TEMP[0]\nDCL SAMP[0]\nSAMP2HND TEMP[0], SAMP[0], 2D\n"
                      "SAMP2HND TEMP[0], SAMP[0], 2D\nEND\n",
                      "4:1 T301 a bindless handle is not supported yet\n");
}

TEST_CASE("a shader with too many inputs or outputs is refused before they are looked at") {
    for (const std::string file : {"IN", "OUT"}) {
        check_unsupported(
            "VERT\nDCL " + file + "[0..9000], GENERIC[0]\nDCL TEMP[0]\nMOV " +
                (file == "IN" ? "TEMP[0], IN[8000]" : "OUT[8000], TEMP[0]") + "\nEND\n",
            "2:5 T301 a shader with more than 64 inputs or outputs is not supported yet\n");
    }
}

TEST_CASE("what a stage cannot do is a fault of the shader") {
    check_malformed("VERT\nKILL\nEND\n", "2:1 T302 KILL is for the stage FRAG only\n");
    check_malformed("VERT\nDCL TEMP[0]\nDDX TEMP[0], TEMP[0]\nEND\n",
                    "3:1 T302 DDX is for the stage FRAG only\n");
    check_malformed("VERT\nDCL SV[0], POSITION\nDCL TEMP[0]\nMOV TEMP[0], SV[0]\nEND\n",
                    "4:14 T302 the system value POSITION is for the stage FRAG only\n");
    check_malformed("FRAG\nDCL SV[0], VERTEXID\nDCL TEMP[0]\nMOV TEMP[0], SV[0]\nEND\n",
                    "4:14 T302 the system value VERTEXID is for the stage VERT only\n");
}

TEST_CASE("texture arguments that share a component are a fault") {
    const std::string head = "FRAG\nDCL TEMP[0]\nDCL SAMP[0]\nIMM INT32 {7, 0, 0, 0}\n";
    check_malformed(head + "TXB TEMP[0], TEMP[0], SAMP[0], SHADOWCUBE\nEND\n",
                    "5:1 T302 TXB has no component left for all that the target SHADOWCUBE "
                    "needs\n");
    check_malformed(head + "TEX TEMP[0], TEMP[0], SAMP[0], SHADOWCUBEARRAY\nEND\n",
                    "5:1 T302 TEX has no component left for all that the target SHADOWCUBEARRAY "
                    "needs\n");
    check_malformed(head + "TG4 TEMP[0], TEMP[0], IMM[0], SAMP[0], 2D\nEND\n",
                    "5:23 T302 the component to gather is 0, 1, 2 or 3, and this immediate is "
                    "7\n");
    check_malformed(head + "TEX TEMP[0], TEMP[0], SAMP[0], CUBE, IMM[0].xyz\nEND\n",
                    "5:38 T302 this texture target takes no texel offsets\n");
    check_malformed("FRAG\nDCL TEMP[0]\nDCL SAMP[0]\nDCL SVIEW[0], SHADOW2D, FLOAT\n"
                    "SAMPLE TEMP[0], TEMP[0], SVIEW[0], SAMP[0]\nEND\n",
                    "5:1 T302 SAMPLE has nothing to compare with, which the target of its view "
                    "asks for\n");
    check_malformed(head + "TEX TEMP[0], TEMP[0], SAMP[0], UNKNOWN\nEND\n",
                    "5:1 T302 nothing says which texture target this unit has\n");
}
