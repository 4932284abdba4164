#include <jacquard/support/text/explanation.h>

#include "catch.h"

using jacquard::Explanation;
using jacquard::find_explanation;
using jacquard::read_explanations;

TEST_CASE("explanations: a name is a line behind '@', its text the lines up to the next") {
    const std::vector<Explanation> rows = read_explanations("@add\nnir:add  A sum.\n  of two @\n"
                                                            "@mul\nnir:mul  A product.\n");
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].name == "add");
    CHECK(rows[0].text == "nir:add  A sum.\n  of two @\n");
    CHECK(rows[1].name == "mul");
    CHECK(rows[1].text == "nir:mul  A product.\n");
    CHECK(find_explanation(rows, "mul") == &rows[1]);
    CHECK(find_explanation(rows, "ad") == nullptr);
    CHECK(read_explanations("").empty());
}
