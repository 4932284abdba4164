// A shader that is compiled for state beside it computes what one computes in which the same is
// written, on both engines.

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>

#include "e2e.h"

#include <array>
#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

using namespace jacquard;

namespace {

constexpr std::array<std::uint32_t, 5> kParts = {330, 420, 540, 630, 730};

struct Row {
    std::string_view state;
    std::string_view shader;
    std::string_view written; // the shader with the meaning of the state in it
    std::string_view values;  // lines of a case
    // Powers that are written otherwise are approximated otherwise.
    driver::Agreement agrees = driver::Agreement::exact;
    unsigned first_generation = 3; // that has the stage
};

constexpr std::string_view kColors = "IN 0 lane 0 3f000000 bf800000 40400000 3e800000\n"
                                     "IN 0 lane 1 3f800000 00000000 7fc00000 3eaaaaab\n"
                                     "IN 0 lane 2 3b000000 3d4ccccd 3f7fffff 3f19999a\n"
                                     "IN 0 lane 3 80000000 7f800000 ff800000 3f333333\n"
                                     "IN 1 lane 0 3f400000 3e000000 3f600000 3f000000\n"
                                     "IN 1 lane 1 3dcccccd 3f99999a 3ecccccd bf000000\n";

constexpr std::string_view kVertices = "IN 0 lane 0 40000000 bf800000 3f000000 3f800000\n"
                                       "IN 0 lane 1 c0400000 40a00000 3e800000 40000000\n"
                                       "IN 1 lane 0 41200000 c1200000 3f000000 bf800000\n"
                                       "CONST 0 0 3f800000 40000000 00000000 40400000\n"
                                       "CONST 0 1 bf800000 40800000 3f000000 3f800000\n"
                                       "SV USER_CLIP_PLANE0 3f800000 40000000 00000000 40400000\n"
                                       "SV USER_CLIP_PLANE5 bf800000 40800000 3f000000 3f800000\n";

const auto kRows = std::to_array<Row>({
    {"two_sided_color",
     "FRAG\nDCL IN[0], COLOR, PERSPECTIVE\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
     "FRAG\nDCL IN[0], COLOR, PERSPECTIVE\nDCL IN[1], BCOLOR, PERSPECTIVE\n"
     "DCL IN[2], FACE, CONSTANT\nDCL OUT[0], COLOR\n"
     "CMP OUT[0], -IN[2].xxxx, IN[0], IN[1]\nEND\n",
     "FACE -1\n"},
    {"flat_shade",
     "FRAG\nDCL IN[0], COLOR, COLOR\nDCL IN[1], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
     "MUL OUT[0], IN[0], IN[1]\nEND\n",
     "FRAG\nDCL IN[0], COLOR, CONSTANT\nDCL IN[1], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
     "MUL OUT[0], IN[0], IN[1]\nEND\n",
     ""},
    {"sample_shading",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], GENERIC[1], LINEAR, CENTROID\n"
     "DCL OUT[0], COLOR\nADD OUT[0], IN[0], IN[1]\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE, SAMPLE\nDCL IN[1], GENERIC[1], LINEAR, SAMPLE\n"
     "DCL OUT[0], COLOR\nADD OUT[0], IN[0], IN[1]\nEND\n",
     ""},
    {"clamp_s=0x2",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n"
     "DCL SAMP[0..1]\nDCL SVIEW[0..1], 2D, FLOAT\nTEX TEMP[0], IN[0], SAMP[0], 2D\n"
     "TEX TEMP[1], IN[0], SAMP[1], 2D\nMOV OUT[0].xy, TEMP[0]\nMOV OUT[0].zw, TEMP[1].xyxy\n"
     "END\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n"
     "DCL SAMP[0..1]\nDCL SVIEW[0..1], 2D, FLOAT\nTEX TEMP[0], IN[0], SAMP[0], 2D\n"
     "MOV TEMP[1], IN[0]\nMOV_SAT TEMP[1].x, IN[0].xxxx\n"
     "TEX TEMP[1], TEMP[1], SAMP[1], 2D\nMOV OUT[0].xy, TEMP[0]\nMOV OUT[0].zw, TEMP[1].xyxy\n"
     "END\n",
     ""},
    {"clamp_t=0x1",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
     "DCL SVIEW[0], 2D, FLOAT\nTEX OUT[0], IN[0], SAMP[0], 2D\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0]\nDCL SAMP[0]\n"
     "DCL SVIEW[0], 2D, FLOAT\nMOV TEMP[0], IN[0]\nMOV_SAT TEMP[0].y, IN[0].yyyy\n"
     "TEX OUT[0], TEMP[0], SAMP[0], 2D\nEND\n",
     ""},
    {"clamp_r=0x1",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
     "DCL SVIEW[0], 3D, FLOAT\nTEX OUT[0], IN[0], SAMP[0], 3D\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0]\nDCL SAMP[0]\n"
     "DCL SVIEW[0], 3D, FLOAT\nMOV TEMP[0], IN[0]\nMOV_SAT TEMP[0].z, IN[0].zzzz\n"
     "TEX OUT[0], TEMP[0], SAMP[0], 3D\nEND\n",
     ""},
    {"srgb_textures=0x1",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
     "DCL SVIEW[0], 2D, FLOAT\nTEX OUT[0], IN[0], SAMP[0], 2D\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..3]\nDCL SAMP[0]\n"
     "DCL SVIEW[0], 2D, FLOAT\n"
     "IMM[0] FLT32 {0.07739938, 0.9478673, 0.055, 2.4}\nIMM[1] FLT32 {0.04045, 0, 0, 0}\n"
     "TEX TEMP[0], IN[0], SAMP[0], 2D\nADD TEMP[1], TEMP[0], IMM[0].zzzz\n"
     "MUL TEMP[1], TEMP[1], IMM[0].yyyy\nPOW TEMP[2].x, TEMP[1].xxxx, IMM[0].wwww\n"
     "POW TEMP[2].y, TEMP[1].yyyy, IMM[0].wwww\nPOW TEMP[2].z, TEMP[1].zzzz, IMM[0].wwww\n"
     "MUL TEMP[3], TEMP[0], IMM[0].xxxx\nSGE TEMP[1], IMM[1].xxxx, TEMP[0]\n"
     "CMP OUT[0].xyz, -TEMP[1], TEMP[3], TEMP[2]\nMOV OUT[0].w, TEMP[0].wwww\nEND\n",
     "IN 0 lane 0 3f000000 3f800000 40400000 3e800000\n"
     "IN 0 lane 1 3c23d70a 3d2d0e56 3e000000 3eaaaaab\n"
     "IN 0 lane 2 3b000000 3d4ccccd 3f7fffff 3f19999a\n",
     driver::Agreement::bound},
    {"clip_planes=0x21", "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n",
     "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL OUT[1], CLIPDIST\nDCL OUT[2], CLIPDIST[1]\n"
     "DCL CONST[0..1]\nIMM[0] FLT32 {0, 0, 0, 0}\nMOV OUT[0], IN[0]\n"
     "MOV OUT[1], IMM[0]\nMOV OUT[2], IMM[0]\nDP4 OUT[1].x, IN[0], CONST[0]\n"
     "DP4 OUT[2].y, IN[0], CONST[1]\nEND\n",
     ""},
    {"clip_planes=0x1",
     "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL OUT[1], CLIPVERTEX\nMOV OUT[0], IN[0]\n"
     "IF IN[1].xxxx\nMOV OUT[1], IN[1]\nELSE\nMOV OUT[1], IN[0]\nENDIF\nEND\n",
     "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL OUT[1], CLIPVERTEX\nDCL OUT[2], CLIPDIST\n"
     "DCL CONST[0..1]\nDCL TEMP[0]\nIMM[0] FLT32 {0, 0, 0, 0}\nMOV OUT[0], IN[0]\n"
     "IF IN[1].xxxx\nMOV TEMP[0], IN[1]\nELSE\nMOV TEMP[0], IN[0]\nENDIF\nMOV OUT[1], TEMP[0]\n"
     "MOV OUT[2], IMM[0]\nDP4 OUT[2].x, TEMP[0], CONST[0]\nEND\n",
     ""},
    {"clip_planes=0x21",
     "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 2\nDCL IN[][0], GENERIC[0]\nDCL OUT[0], POSITION\n"
     "IMM[0] UINT32 {0, 0, 0, 0}\nMOV OUT[0], IN[0][0]\nEMIT IMM[0].xxxx\n"
     "MOV OUT[0], IN[0][0].wzyx\nEMIT IMM[0].xxxx\nEND\n",
     "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 2\nDCL IN[][0], GENERIC[0]\nDCL OUT[0], POSITION\n"
     "DCL OUT[1], CLIPDIST\nDCL OUT[2], CLIPDIST[1]\nDCL CONST[0..1]\n"
     "IMM[0] UINT32 {0, 0, 0, 0}\nMOV OUT[0], IN[0][0]\nMOV OUT[1], IMM[0]\n"
     "MOV OUT[2], IMM[0]\nDP4 OUT[1].x, IN[0][0], CONST[0]\nDP4 OUT[2].y, IN[0][0], CONST[1]\n"
     "EMIT IMM[0].xxxx\nMOV OUT[0], IN[0][0].wzyx\nMOV OUT[1], IMM[0]\nMOV OUT[2], IMM[0]\n"
     "DP4 OUT[1].x, IN[0][0].wzyx, CONST[0]\nDP4 OUT[2].y, IN[0][0].wzyx, CONST[1]\n"
     "EMIT IMM[0].xxxx\nEND\n",
     "IN 0 vertex 0 lane 0 40000000 bf800000 3f000000 3f800000\n"
     "IN 0 vertex 0 lane 1 c0400000 40a00000 3e800000 40000000\n",
     driver::Agreement::exact, 6},
    {"clamp_vertex_color",
     "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL OUT[1], COLOR\nDCL OUT[2], BCOLOR\n"
     "DCL OUT[3], GENERIC\nMOV OUT[0], IN[0]\nMOV OUT[1], IN[0]\nMOV OUT[2], IN[1]\n"
     "MOV OUT[3], IN[1]\nEND\n",
     "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL OUT[1], COLOR\nDCL OUT[2], BCOLOR\n"
     "DCL OUT[3], GENERIC\nMOV OUT[0], IN[0]\nMOV_SAT OUT[1], IN[0]\nMOV_SAT OUT[2], IN[1]\n"
     "MOV OUT[3], IN[1]\nEND\n",
     ""},
    {"clamp_fragment_color",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1], POSITION\n"
     "MOV OUT[0], IN[0]\nMOV OUT[1].z, IN[0].xxxx\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1], POSITION\n"
     "MOV_SAT OUT[0], IN[0]\nMOV OUT[1].z, IN[0].xxxx\nEND\n",
     ""},
    {"alpha_to_one",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\n"
     "MOV OUT[0], IN[0]\nIF IN[0].xxxx\nMOV OUT[1], IN[0].wzyx\nENDIF\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\n"
     "DCL TEMP[0]\nIMM[0] FLT32 {1, 0, 0, 0}\nMOV OUT[0].xyz, IN[0]\nMOV OUT[0].w, IMM[0].xxxx\n"
     "IF IN[0].xxxx\nMOV OUT[1].xyz, IN[0].wzyx\nENDIF\nMOV OUT[1].w, IMM[0].xxxx\nEND\n",
     ""},
    {"srgb_targets=0x2",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\n"
     "MOV OUT[0], IN[0]\nMOV OUT[1], IN[0]\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\n"
     "DCL TEMP[0..3]\nIMM[0] FLT32 {12.92, 0.41666667, 1.055, -0.055}\n"
     "IMM[1] FLT32 {0.0031308, 0, 0, 0}\nMOV OUT[0], IN[0]\nMOV_SAT TEMP[0], IN[0]\n"
     "POW TEMP[1].x, TEMP[0].xxxx, IMM[0].yyyy\nPOW TEMP[1].y, TEMP[0].yyyy, IMM[0].yyyy\n"
     "POW TEMP[1].z, TEMP[0].zzzz, IMM[0].yyyy\nMUL TEMP[1], TEMP[1], IMM[0].zzzz\n"
     "ADD TEMP[1], TEMP[1], IMM[0].wwww\nMUL TEMP[2], TEMP[0], IMM[0].xxxx\n"
     "SLT TEMP[3], TEMP[0], IMM[1].xxxx\nCMP OUT[1].xyz, -TEMP[3], TEMP[2], TEMP[1]\n"
     "MOV OUT[1].w, IN[0].wwww\nEND\n",
     "", driver::Agreement::bound},
    {"half_outputs",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n"
     "IMM[0] FLT32 {0, 0, 0, 0}\nMOV TEMP[0], IMM[0]\n"
     "MOV TEMP[0].x, IN[0].xxxx\nPK2H OUT[0].x, TEMP[0]\n"
     "MOV TEMP[0].x, IN[0].yyyy\nPK2H OUT[0].y, TEMP[0]\n"
     "MOV TEMP[0].x, IN[0].zzzz\nPK2H OUT[0].z, TEMP[0]\n"
     "MOV TEMP[0].x, IN[0].wwww\nPK2H OUT[0].w, TEMP[0]\nEND\n",
     "IN 0 lane 1 3f800000 00000000 3f800001 3eaaaaab\n"},
});

driver::VariantKey key_of(std::string_view state) {
    const nir::StateText text = nir::parse_state(state);
    REQUIRE(text.errors.empty());
    driver::VariantKey key;
    key.precise = true;
    key.state = text.state;
    return key;
}

driver::CaseRun case_of(const Row& row) {
    const std::string_view shared = row.shader.starts_with("FRAG") ? kColors : kVertices;
    const std::string text =
        "shader made.up\nrun\n" + std::string(shared) + std::string(row.values);
    Diagnostics diagnostics("made.case", text);
    driver::CaseFile file = driver::parse_case_file(text, diagnostics);
    INFO(diagnostics.render());
    REQUIRE_FALSE(diagnostics.has_errors());
    return std::move(file.runs.at(0));
}

template <typename Runner>
driver::RunResult result_of(Runner* runner, const driver::CaseRun& run, std::string& fault) {
    driver::RunResult result;
    const bool ran = runner != nullptr && runner->run(run, result, fault);
    INFO(fault);
    REQUIRE(ran);
    return result;
}

driver::RunResult interpreted(std::string_view shader, const driver::VariantKey& key,
                              const driver::CaseRun& run) {
    Diagnostics diagnostics("shader.tgsi", shader);
    driver::NirResult loaded =
        driver::load_nir(shader, driver::SourceLanguage::tgsi, true, diagnostics);
    driver::apply_state(loaded, key, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(loaded.shader != nullptr);
    std::string fault;
    return result_of(driver::NirRunner::prepare(*loaded.shader, fault).get(), run, fault);
}

driver::RunResult executed(std::string_view shader, driver::VariantKey key, std::uint32_t part,
                           const driver::CaseRun& run) {
    key.gpu = part;
    key.check = true;
    Diagnostics diagnostics("shader.tgsi", shader);
    const driver::CompileResult compiled = driver::compile_tgsi(shader, key, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(compiled.status == driver::CompileStatus::compiled);
    std::string fault;
    return result_of(driver::ProgramRunner::prepare(compiled.program, fault).get(), run, fault);
}

// The lines of the assembly. Directives stand in the order of the first readers.
std::multiset<std::string> sorted_assembly(std::string_view shader, const driver::VariantKey& key) {
    Diagnostics diagnostics("shader.tgsi", shader);
    std::istringstream text(
        driver::assembly_text(driver::compile_tgsi(shader, key, diagnostics).program));
    std::multiset<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        lines.insert(line);
    }
    return lines;
}

// The run with what another engine or shader computed as what is expected.
driver::CaseRun expecting(driver::CaseRun run, const driver::RunResult& result) {
    run.expected = result.outputs;
    run.expected_mask = result.live_mask;
    return run;
}

} // namespace

TEST_CASE("a variant for each state agrees with a shader that has the meaning written into it") {
    for (const Row& row : kRows) {
        INFO(row.state);
        const driver::CaseRun run = case_of(row);
        const driver::VariantKey key = key_of(row.state);
        const driver::VariantKey plain = key_of("");
        const driver::RunResult reference = interpreted(row.written, plain, run);
        const driver::CaseRun expected = expecting(run, reference);
        const auto check = [&](const driver::RunResult& result) {
            const auto difference = driver::compare_run(expected, result, 0);
            INFO((difference ? difference->to_string() : ""));
            CHECK((!difference || difference->kind <= row.agrees));
        };
        check(interpreted(row.shader, key, run));
        for (const std::uint32_t part : kParts) {
            if (part < row.first_generation * 100) {
                continue;
            }
            INFO(part);
            check(executed(row.shader, key, part, run));
            check(executed(row.written, plain, part, run));
        }
    }
}

TEST_CASE("the state makes a difference to what is computed, or to where it is interpolated") {
    for (const Row& row : kRows) {
        INFO(row.state);
        std::array<std::string, 2> assembly;
        for (const bool with_state : {false, true}) {
            Diagnostics diagnostics("shader.tgsi", row.shader);
            const driver::CompileResult compiled =
                driver::compile_tgsi(row.shader, key_of(with_state ? row.state : ""), diagnostics);
            assembly[with_state ? 1 : 0] = driver::assembly_text(compiled.program);
        }
        CHECK(assembly[0] != assembly[1]);
    }
}

TEST_CASE("how inputs are interpolated by state is as declarations say it") {
    for (const Row& row : kRows) {
        if (row.state != "flat_shade" && row.state != "sample_shading") {
            continue;
        }
        for (const std::uint32_t part : kParts) {
            INFO(row.state << " on " << part);
            driver::VariantKey key = key_of(row.state);
            driver::VariantKey plain = key_of("");
            key.gpu = plain.gpu = part;
            CHECK(sorted_assembly(row.shader, key) == sorted_assembly(row.written, plain));
        }
    }
}

TEST_CASE("every state of the table has a row here") {
    std::set<std::string_view> tested;
    for (const Row& row : kRows) {
        tested.insert(row.state.substr(0, row.state.find('=')));
    }
    for (const nir::StateInfo& info : nir::kStates) {
        INFO(info.name);
        CHECK(tested.count(info.name) == 1);
    }
    CHECK(tested.size() == nir::kStates.size());
}
