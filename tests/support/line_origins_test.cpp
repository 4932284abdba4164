#include <jacquard/support/text/line_origins.h>

#include "catch.h"

using namespace jacquard;

TEST_CASE("line origins: a mark is for the line that is being written") {
    LineOrigins marks;
    std::string text = "head\nmore\n";
    marks.mark(text, {7});
    text += "first";
    marks.mark(text, {8}); // the same line: the first one counts
    text += "\nsecond\n";
    marks.mark(text, {9, 1});
    text += "third";
    const std::vector<SourceLine> lines = marks.take(text);
    REQUIRE(lines.size() == 5);
    CHECK_FALSE(lines[0].exists());
    CHECK_FALSE(lines[1].exists());
    CHECK(lines[2] == SourceLine{7});
    CHECK_FALSE(lines[3].exists());
    CHECK(lines[4] == SourceLine{9, 1});
}

TEST_CASE("line origins: a text has as many as it has lines, whether its last one ends or not") {
    CHECK(LineOrigins().take("").empty());
    CHECK(LineOrigins().take("a\nb\n").size() == 2);
    CHECK(LineOrigins().take("a\nb").size() == 2);
}
