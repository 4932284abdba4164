#include <jacquard/library/program/slot_meaning.h>
#include <jacquard/tgsi/read/parse.h>

#include "catch.h"
#include "number_by_declaration.h"

#include <optional>
#include <string_view>

using namespace jacquard;
using namespace jacquard::driver;
using testing::number_by_declaration;

TEST_CASE("slots of a header name the declarations of the source") {
    const std::optional<SlotMeaning> varying = meaning_of_slot("VARYING_SLOT_VAR7");
    REQUIRE(varying.has_value());
    CHECK(varying->semantic == "GENERIC");
    CHECK(varying->semantic_index == 7);
    const std::optional<SlotMeaning> depth = meaning_of_slot("FRAG_RESULT_DEPTH");
    REQUIRE(depth.has_value());
    CHECK(depth->semantic == "POSITION");
    CHECK(depth->first_component == 2);
    CHECK_FALSE(meaning_of_slot("SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL").has_value());
    CHECK_FALSE(meaning_of_slot("NO_SUCH_SLOT").has_value());

    const std::string_view text = "FRAG\n"
                                  "DCL IN[0], GENERIC[9], PERSPECTIVE\n"
                                  "DCL IN[1..2], GENERIC[4], PERSPECTIVE\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], COLOR\n"
                                  "  0: END\n";
    Diagnostics diagnostics("a.tgsi", text);
    const std::optional<tgsi::Program> source = tgsi::parse(text, diagnostics);
    REQUIRE(source.has_value());
    ir3::Program program;
    program.inputs.resize(2);
    program.inputs[0].name = "VARYING_SLOT_VAR5";
    program.inputs[1].name = "VARYING_SLOT_VAR9";
    program.outputs.resize(2);
    program.outputs[0].name = "FRAG_RESULT_COLOR";
    program.outputs[1].name = "FRAG_RESULT_DEPTH";
    number_by_declaration(program, *source);
    CHECK(program.inputs[0].index == 2);
    CHECK(program.inputs[1].index == 0);
    CHECK(program.outputs[0].index == 1);
    CHECK(program.outputs[1].index == 0);
    CHECK(program.outputs[1].source_component == 2);
    CHECK(program.outputs[1].num_components == 1);
}
