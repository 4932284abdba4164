// These tests hold what linking does to two stages, and what it leaves alone.

#include <jacquard/library/facade/compile_stages.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/link/link_stages.h>
#include <jacquard/nir/ir/feedback.h>
#include <jacquard/nir/text/print/printer.h>

#include "catch.h"
#include "contains.h"

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// A vertex shader that stores components of its input %2, the number %3 and the uniform %4.
std::string writer(std::string_view outputs, std::string_view stores,
                   std::string_view head = "shader vertex\n") {
    return std::string(head) + "input generic 0 mask xyzw\noutput position 0 mask xyzw\n" +
           std::string(outputs) +
           "function \"main\" entry {\n"
           "    b0:\n"
           "        %0:32 = const 0\n"
           "        %1:32 = const 1\n"
           "        %2:32x4 = load_input %0 {io_semantics=generic 0 1}\n"
           "        %3:32 = const 0.5\n"
           "        %4:32x4 = load_ubo %0, %0 {align_mul=16, range=16}\n"
           "        store_output %2, %0 {write_mask=xyzw, io_semantics=position 0 1}\n" +
           std::string(stores) + "}\n";
}

// A fragment shader that adds up the components %2 and %3 of two varyings.
std::string reader(std::string_view inputs, std::string_view loads) {
    return "shader fragment\n" + std::string(inputs) +
           "output color 0 mask xyzw\n"
           "function \"main\" entry {\n"
           "    b0:\n"
           "        %0:32 = const 0\n"
           "        %1:32x2 = load_barycentric_pixel {interp_mode=smooth}\n" +
           std::string(loads) +
           "        %4:32x4 = fadd %2, %3\n"
           "        store_output %4, %0 {write_mask=xyzw, io_semantics=color 0 1}\n"
           "}\n";
}

constexpr std::string_view kTwoInputs =
    "input generic 0 smooth mask xyzw\ninput generic 1 smooth mask xyzw\n";
constexpr std::string_view kTwoLoads =
    "        %2:32x4 = load_interpolated_input %1, %0 {io_semantics=generic 0 1}\n"
    "        %3:32x4 = load_interpolated_input %1, %0 {base=1, io_semantics=generic 1 1}\n";
constexpr std::string_view kTwoOutputs = "output generic 0 mask xyzw\noutput generic 1 mask xyzw\n";

LinkedStage loaded(const std::string& text) {
    Diagnostics diagnostics("", text);
    LinkedStage stage;
    stage.shader = load_nir(text, SourceLanguage::nir, false, diagnostics, {}).shader;
    INFO(text);
    INFO(diagnostics.render());
    REQUIRE(stage.shader != nullptr);
    ir3::Resource buffer;
    buffer.kind = ir3::ResourceKind::uniform_buffer;
    buffer.binding = 3;
    stage.resources = {buffer};
    return stage;
}

struct Linked {
    std::string report; // "constant VARYING_SLOT_VAR0.x 0x3f000000\n..."
    std::string writer;
    std::string reader;
};

Linked link(const std::string& writing, const std::string& reading, LinkOptions options = {}) {
    std::array<LinkedStage, 2> stages = {loaded(writing), loaded(reading)};
    options.gpu = 730;
    CHECK(link_stages(stages, options).empty());
    Linked linked;
    for (const LinkNote& each : stages[0].report) {
        linked.report += std::string(to_string(each.action)) + ' ' + each.component +
                         (each.detail.empty() ? "" : " ") + each.detail + '\n';
    }
    linked.writer = nir::print(*stages[0].shader);
    linked.reader = nir::print(*stages[1].shader);
    return linked;
}

std::vector<StageProgram> compile_two(const std::string& first, const std::string& second) {
    StagesOptions options;
    options.key.gpu = 730;
    const std::array<StageSource, 2> sources = {StageSource{first, {}}, StageSource{second, {}}};
    std::deque<Diagnostics> diagnostics;
    diagnostics.emplace_back("first", first);
    diagnostics.emplace_back("second", second);
    return compile_stages(sources, options, diagnostics);
}

// The notes on components x to w of a slot.
std::string all_of(std::string_view action, std::string_view slot, std::string_view detail = {}) {
    std::string notes;
    for (const char component : std::string_view("xyzw")) {
        notes += std::string(action) + ' ' + std::string(slot) + '.' + component;
        notes += detail.empty() ? "\n" : ' ' + std::string(detail) + '\n';
    }
    return notes;
}

} // namespace

TEST_CASE("a number that every vertex has goes into the stage that reads it") {
    const Linked linked = link(
        writer(kTwoOutputs,
               "        %5:32x4 = vec4 %3, %3, %3, %3\n"
               "        store_output %5, %0 {base=1, write_mask=xyzw, io_semantics=generic 0 1}\n"
               "        store_output %2, %0 {base=2, write_mask=xyzw, io_semantics=generic 1 1}\n"),
        reader(kTwoInputs, kTwoLoads));
    CHECK(linked.report == all_of("constant", "VARYING_SLOT_VAR0", "0x3f000000"));
    CHECK(contains(linked.reader, "const 0.5"));
    CHECK_FALSE(contains(linked.reader, "io_semantics=generic 0 1"));
    CHECK_FALSE(contains(linked.writer, "const 0.5"));
}

TEST_CASE("a value that uniforms alone decide is computed where it is read") {
    const std::string writing =
        writer(kTwoOutputs,
               "        store_output %4, %0 {base=1, write_mask=xyzw, io_semantics=generic 0 1}\n"
               "        store_output %2, %0 {base=2, write_mask=xyzw, io_semantics=generic 1 1}\n");
    LinkOptions options;
    options.keep_locations = true;
    const Linked linked = link(writing, reader(kTwoInputs, kTwoLoads), options);
    CHECK(linked.report == all_of("uniform", "VARYING_SLOT_VAR0"));
    CHECK(contains(linked.reader, "load_ubo"));
    CHECK_FALSE(contains(linked.writer, "load_ubo"));

    // Without resources each stage has buffers of its own.
    std::array<LinkedStage, 2> stages = {loaded(writing), loaded(reader(kTwoInputs, kTwoLoads))};
    stages[0].resources.clear();
    stages[1].resources.clear();
    CHECK(link_stages(stages, {730, true, {}}).empty());
    CHECK(stages[0].report.empty());
}

TEST_CASE("a buffer of the stage that writes gets a number in the one that reads") {
    const std::string writing =
        writer(kTwoOutputs,
               "        store_output %4, %0 {base=1, write_mask=xyzw, io_semantics=generic 0 1}\n"
               "        store_output %2, %0 {base=2, write_mask=xyzw, io_semantics=generic 1 1}\n");
    std::array<LinkedStage, 2> stages = {loaded(writing), loaded(reader(kTwoInputs, kTwoLoads))};
    stages[1].resources[0].binding = 7;
    CHECK(link_stages(stages, {730, true, {}}).empty());
    REQUIRE(stages[1].resources.size() == 2);
    CHECK(stages[1].resources[1].binding == 3);
    CHECK(stages[1].resources[1].first == 1);
}

TEST_CASE("of components with the same value one is interpolated") {
    const std::string stores =
        "        store_output %2, %0 {base=1, write_mask=xyzw, io_semantics=generic 0 1}\n"
        "        store_output %2, %0 {base=2, write_mask=xyzw, io_semantics=generic 1 1}\n";
    const Linked linked = link(writer(kTwoOutputs, stores), reader(kTwoInputs, kTwoLoads));
    CHECK(linked.report == "same VARYING_SLOT_VAR1.x VARYING_SLOT_VAR0.x\n"
                           "same VARYING_SLOT_VAR1.y VARYING_SLOT_VAR0.y\n"
                           "same VARYING_SLOT_VAR1.z VARYING_SLOT_VAR0.z\n"
                           "same VARYING_SLOT_VAR1.w VARYING_SLOT_VAR0.w\n");

    // Between vertices the same value is another one where it is interpolated otherwise.
    const Linked flat =
        link(writer(kTwoOutputs, stores), reader("input generic 0 smooth mask xyzw\n"
                                                 "input generic 1 flat mask xyzw\n",
                                                 kTwoLoads));
    CHECK(flat.report.empty());
}

TEST_CASE("a geometry shader may emit a vertex between two stores of one value") {
    const std::string text =
        "shader geometry\n"
        "input generic 0 mask xyzw\noutput position 0 mask xyzw\n" +
        std::string(kTwoOutputs) +
        "property \"GS_MAX_OUTPUT_VERTICES\" 2\n"
        "function \"main\" entry {\n"
        "    b0:\n"
        "        %0:32 = const 0\n"
        "        %2:32x4 = load_per_vertex_input %0, %0 {io_semantics=generic 0 1}\n"
        "        store_output %2, %0 {write_mask=xyzw, io_semantics=position 0 1}\n"
        "        store_output %2, %0 {base=1, write_mask=xyzw, io_semantics=generic 0 1}\n"
        "        emit_vertex {stream_id=0}\n"
        "        store_output %2, %0 {base=2, write_mask=xyzw, io_semantics=generic 1 1}\n"
        "        emit_vertex {stream_id=0}\n"
        "}\n";
    CHECK(link(text, reader(kTwoInputs, kTwoLoads)).report.empty());
}

TEST_CASE("what nobody reads is not computed, and what nobody writes is 0") {
    const Linked linked = link(
        writer("output generic 0 mask xyzw\noutput generic 5 mask xyzw\n",
               "        %5:32x4 = fmul %2, %2\n"
               "        store_output %2, %0 {base=1, write_mask=xyzw, io_semantics=generic 0 1}\n"
               "        store_output %5, %0 {base=2, write_mask=xyzw, io_semantics=generic 5 1}\n"),
        reader(kTwoInputs, kTwoLoads));
    CHECK(linked.report ==
          all_of("unwritten", "VARYING_SLOT_VAR1") + all_of("unread", "VARYING_SLOT_VAR5"));
    CHECK_FALSE(contains(linked.writer, "fmul"));
    CHECK_FALSE(contains(linked.reader, "io_semantics=generic 1 1"));
}

TEST_CASE("what a transform feedback captures is still written") {
    const std::string stores =
        "        store_output %2, %0 {base=1, write_mask=xyzw, io_semantics=generic 0 1}\n"
        "        store_output %2, %0 {base=2, write_mask=xyzw, io_semantics=generic 5 1}\n";
    const std::string outputs = "output generic 0 mask xyzw\noutput generic 5 mask xyzw\n";
    const std::string reading = reader("input generic 0 smooth mask xyzw\n",
                                       "        %2:32x4 = load_interpolated_input %1, %0 "
                                       "{io_semantics=generic 0 1}\n"
                                       "        %3:32x4 = fmul %2, %2\n");
    CHECK(link(writer(outputs, stores), reading).report == all_of("unread", "VARYING_SLOT_VAR5"));

    std::array<LinkedStage, 2> stages = {loaded(writer(outputs, stores)), loaded(reading)};
    const auto generic = static_cast<std::uint32_t>(nir::Semantic::generic);
    stages[0].shader->info.set_property(nir::kFeedbackProperty,
                                        {generic, 5, 1, 2, 0, 0, 8, 0}); // its components yz
    CHECK(link_stages(stages, {730, false, {}}).empty());
    REQUIRE(stages[0].report.size() == 2);
    CHECK(stages[0].report[0].component == "VARYING_SLOT_VAR5.x");
    CHECK(stages[0].report[1].component == "VARYING_SLOT_VAR5.w");
}

TEST_CASE("parts of slots share one, unless varyings are to keep their places") {
    const std::string writing =
        writer("output generic 0 mask x\noutput generic 5 mask xyzw\n",
               "        %5:32 = mov %2.w\n"
               "        store_output %5, %0 {base=1, write_mask=x, io_semantics=generic 0 1}\n"
               "        store_output %2, %0 {base=2, write_mask=xyz, io_semantics=generic 5 1}\n");
    const auto reading = [](const std::string& interpolation) {
        return reader("input generic 0 smooth mask x\ninput generic 5 " + interpolation +
                          " mask xyz\n",
                      "        %5:32 = load_interpolated_input %1, %0 {io_semantics=generic 0 1}\n"
                      "        %2:32x4 = vec4 %5, %5, %5, %5\n"
                      "        %6:32x3 = load_interpolated_input %1, %0 {base=1, "
                      "io_semantics=generic 5 1}\n"
                      "        %3:32x4 = vec4 %6.x, %6.y, %6.z, %6.x\n");
    };
    CHECK(link(writing, reading("smooth")).report ==
          "moved VARYING_SLOT_VAR0.x VARYING_SLOT_VAR0.w\n"
          "moved VARYING_SLOT_VAR5.x VARYING_SLOT_VAR0.x\n"
          "moved VARYING_SLOT_VAR5.y VARYING_SLOT_VAR0.y\n"
          "moved VARYING_SLOT_VAR5.z VARYING_SLOT_VAR0.z\n");
    LinkOptions options;
    options.keep_locations = true;
    CHECK(link(writing, reading("smooth"), options).report.empty());
    // A slot is interpolated in one way.
    CHECK(link(writing, reading("flat")).report.empty());
}

TEST_CASE("stages are compiled in the order of their sources, whichever that is") {
    const std::string writing =
        writer("output generic 0 mask xyzw\n",
               "        store_output %2, %0 {base=1, write_mask=xyzw, io_semantics=generic 0 1}\n");
    const std::string reading = reader("input generic 0 smooth mask xyzw\n",
                                       "        %2:32x4 = load_interpolated_input %1, %0 "
                                       "{io_semantics=generic 0 1}\n"
                                       "        %3:32x4 = fmul %2, %2\n");
    const std::vector<StageProgram> programs = compile_two(reading, writing);
    REQUIRE(programs.size() == 2);
    CHECK(programs[0].stage == nir::Stage::fragment);
    CHECK(programs[1].stage == nir::Stage::vertex);
    CHECK(programs[0].compiled.status == CompileStatus::compiled);
    CHECK(programs[1].compiled.status == CompileStatus::compiled);
}

TEST_CASE("a stage that only waits for another one has the status of that one") {
    const std::string writing = writer("", "");
    const std::string wrong = "shader fragment\nfunction \"main\" entry {\n  b0:\n   oops\n}\n";
    const std::vector<StageProgram> programs = compile_two(writing, wrong);
    REQUIRE(programs.size() == 2);
    CHECK(programs[0].compiled.status == CompileStatus::malformed);
    CHECK(programs[0].compiled.reason == kOtherStageAtFault);
    CHECK(programs[1].compiled.status == CompileStatus::malformed);
    CHECK(programs[1].compiled.reason != kOtherStageAtFault);
}
