// The outputs that stages before the rasteriser pass on, and how they end.
#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/contract/stage_layout.h>
#include <jacquard/ir3/compiler/lower/lower_emits.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/nir/validate/validator.h>

#include "fixture.h"

#include <algorithm>
#include <sstream>

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr std::string_view kVertex = R"(shader vertex
input generic 0
output position 0
output generic 3
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0
        store_output %1, %0 {base=1, write_mask=xyzw}
}
)";

constexpr std::string_view kControl = R"(shader tess_control
input generic 3
output generic 3
output tessouter 0
output patch 1
property "TCS_VERTICES_OUT" 3
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = load_invocation_id
        %2:32x4 = load_per_vertex_input %1, %0
        store_per_vertex_output %2, %1, %0 {write_mask=xyzw}
        store_output %2, %0 {base=1, write_mask=xyzw}
        store_output %2, %0 {base=2, write_mask=x}
}
)";

constexpr std::string_view kGeometry = R"(shader geometry
input generic 3
output position 0
property "GS_MAX_OUTPUT_VERTICES" 2
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32x4 = load_per_vertex_input %0, %0
        store_output %2, %0 {write_mask=xyzw}
        emit_vertex
        %3:32x4 = load_per_vertex_input %1, %0
        store_output %3, %0 {write_mask=xyzw}
        emit_vertex {stream_id=2}
}
)";

// The lines of the program that contain one of the texts.
std::string lines_of(std::string_view shader, const CompileOptions& options,
                     const std::vector<std::string_view>& texts) {
    const std::optional<Program> program = compile_nir(shader, options);
    REQUIRE(program.has_value());
    std::istringstream all(disassemble_program(program->words, *revision_of_part(options.gpu)));
    std::string found;
    for (std::string line; std::getline(all, line);) {
        const bool is_wanted =
            std::any_of(texts.begin(), texts.end(), [&line](std::string_view text) {
                return line.find(text) != std::string::npos;
            });
        found += is_wanted ? line + '\n' : "";
    }
    return found;
}

CompileOptions feeding(NextStage stage, std::uint32_t gpu = 630) {
    CompileOptions options;
    options.gpu = gpu;
    options.feeds = stage;
    return options;
}

CompileOptions on_part(std::uint32_t gpu) {
    return feeding(NextStage::rasteriser, gpu);
}

} // namespace

TEST_CASE("stages: a vertex program stores its outputs and goes on with the next one") {
    CHECK(lines_of(kVertex, feeding(NextStage::geometry), {"st", "ch", "end"}) ==
          "stlw.u32 l[r1.z+16], r0.z, 4\nchmask\nchsh\n");
    // Vertices of patches go through the memory of the workgroup where the part wants it.
    CHECK(lines_of(kVertex, feeding(NextStage::tess_control, 630), {"st"}).starts_with("stlw."));
    CHECK(lines_of(kVertex, feeding(NextStage::tess_control, 660), {"st"}).starts_with("stl."));
    CHECK(lines_of(kVertex, feeding(NextStage::tess_control, 730), {"st"}).starts_with("stl."));
    CHECK(lines_of(kVertex, feeding(NextStage::geometry, 730), {"st"}).starts_with("stlw."));
}

TEST_CASE("stages: the header of the next stage stays in the first registers") {
    const std::optional<Program> program = compile_nir(kVertex, feeding(NextStage::tess_control));
    REQUIRE(program.has_value());
    CHECK(program->stored_bytes == 32);
    REQUIRE(program->outputs.size() == 2);
    CHECK(program->outputs[1].stored.offset == 16);
    std::string inputs;
    for (const ProgramInput& input : program->inputs) {
        if (input.system_value) {
            inputs += input.name + ' ' + to_string(input.location) + '\n';
        }
    }
    CHECK(inputs == "SYSTEM_VALUE_TCS_HEADER_IR3 r0.x\n"
                    "SYSTEM_VALUE_REL_PATCH_ID_IR3 r0.y\n"
                    "SYSTEM_VALUE_PRIMITIVE_ID r0.z\n");
}

TEST_CASE("stages: a control program works only for invocations of the patch") {
    const std::string on_630 = lines_of(kControl, on_part(630), {"bar", "br ", "ldl", "stg"});
    CHECK(on_630.find("bar") == std::string::npos);
    CHECK(on_630.starts_with("br !p0.x"));
    CHECK(on_630.find("ldlw.u32") != std::string::npos);
    CHECK(on_630.find("<<2)], ") != std::string::npos);
    const std::string on_730 = lines_of(kControl, on_part(730), {"bar", "br ", "ldl", "stg"});
    CHECK(on_730.starts_with("bar.g\nbr !p0.x"));
    CHECK(on_730.find("ldl.u32") != std::string::npos);
    CHECK(on_730.find("<<2)], ") == std::string::npos);
}

TEST_CASE("stages: levels that a kind of patches does not have are not stored") {
    const auto words_stored = [](PatchKind patches) {
        CompileOptions options = on_part(630);
        options.patches = patches;
        const std::string lines = lines_of(kControl, options, {"stg"});
        return std::count(lines.begin(), lines.end(), '\n') == 0 ? std::string() : lines;
    };
    const auto has_run_of = [](const std::string& lines, std::string_view size) {
        return lines.find(std::string(", ") + std::string(size) + "\n") != std::string::npos;
    };
    CHECK(has_run_of(words_stored(PatchKind::triangles), "3"));
    CHECK(has_run_of(words_stored(PatchKind::isolines), "2"));
    CHECK_FALSE(has_run_of(words_stored(PatchKind::quads), "3"));
}

TEST_CASE("stages: a patch stores its own outputs before those of its vertices") {
    const auto shader = parse_nir(kControl);
    const StageLayout layout = stage_layout(*shader, PatchKind::quads);
    REQUIRE(layout.outputs.size() == 3);
    CHECK(layout.bytes == 16 + 3 * 16);
    CHECK(layout.outputs[0].in == StoredIn::vertices);
    CHECK(layout.outputs[0].offset == 16);
    CHECK(layout.outputs[1].in == StoredIn::factors);
    CHECK(layout.outputs[1].offset == 4);
    CHECK(layout.outputs[2].in == StoredIn::patch);
    CHECK(layout.outputs[2].offset == 0);
}

TEST_CASE("stages: a geometry program keeps one vertex, and lanes without one end") {
    const std::string lines = lines_of(kGeometry, on_part(630), {"ldlw", "kill", "end"});
    CHECK(lines.find("kill p0.x") != std::string::npos);
    CHECK(lines.ends_with("\nend\n"));
    const std::optional<Program> program = compile_nir(kGeometry, on_part(630));
    REQUIRE(program.has_value());
    CHECK(program->vertices_out == 2);
    REQUIRE(program->outputs.size() == 2);
    CHECK(program->outputs[1].name == "GS_VERTEX_FLAGS_IR3");
    // The program first waits for operations that the stage before left outstanding.
    CHECK(disassemble_program(program->words, Revision::a6xx).starts_with("(sy)(ss)"));
}

TEST_CASE("stages: nothing is emitted any more, and the shader is still valid") {
    const auto shader = parse_nir(kGeometry);
    REQUIRE(nir::validation_report(*shader, "parsed") == "");
    CHECK(lower_emits(*shader));
    CHECK(nir::validation_report(*shader, "lowered") == "");
    CHECK_FALSE(shader->may_have(nir::IntrinsicOp::end_primitive));
    for (const nir::Instruction& instruction : shader->entry->first_block()->instructions()) {
        const auto* intrinsic = instruction.as<nir::IntrinsicInstruction>();
        CHECK((intrinsic == nullptr || intrinsic->op != nir::IntrinsicOp::emit_vertex));
    }
    const auto vertex = parse_nir(kVertex);
    CHECK_FALSE(lower_emits(*vertex));
}

TEST_CASE("stages: the facts of the part decide, not its name") {
    MachineFacts facts = machine_facts(*revision_of_part(630), 630);
    CompileOptions options = feeding(NextStage::tess_control);
    options.machine = &facts;
    CHECK(lines_of(kVertex, options, {"st"}).starts_with("stlw."));
    facts.patches_in_local_memory = true;
    CHECK(lines_of(kVertex, options, {"st"}).starts_with("stl."));
    options.feeds = NextStage::rasteriser;
    CHECK(lines_of(kControl, options, {"bar"}) == "bar.g\n");
}

TEST_CASE("stages: what cannot be is refused by name") {
    const auto refusal = [](std::string_view text, const CompileOptions& options) {
        const auto shader = parse_nir(text);
        Diagnostics diagnostics("shader.nir", text);
        CHECK_FALSE(compile(*shader, options, diagnostics).has_value());
        REQUIRE_FALSE(diagnostics.all().empty());
        return diagnostics.all()[0].message;
    };
    CHECK(refusal(kGeometry, on_part(540)) ==
          "geometry and tessellation are, on this part, not supported yet");
    CHECK(refusal(kVertex, feeding(NextStage::geometry, 540)) ==
          "geometry and tessellation are, on this part, not supported yet");
    CHECK(refusal(kGeometry, feeding(NextStage::geometry)).find("this one feeds nothing") !=
          std::string::npos);
    std::string writes(kGeometry);
    writes.insert(writes.find("        emit_vertex\n"),
                  "        store_ssbo %0, %0, %0 {write_mask=x, align_mul=4}\n");
    CHECK(refusal(writes, on_part(630)) ==
          "writing memory in a geometry shader, which runs once for each of its vertices, is not "
          "supported yet");
}
