#include <jacquard/support/text/diagnostics.h>

#include "catch.h"

using jacquard::Diagnostics;
using jacquard::position_of_offset;
using jacquard::SourcePosition;

TEST_CASE("a diagnostic shows its place, code, line and caret") {
    Diagnostics diagnostics("shader.tgsi", "FRAG\n  MOVE OUT[0], IN[0]\n");
    diagnostics.error("T1", {2, 3}, "unknown opcode 'MOVE'")
        .notes.push_back({{}, "did you mean 'MOV'?"});
    CHECK(diagnostics.render() == "shader.tgsi:2:3: error[T1]: unknown opcode 'MOVE'\n"
                                  "      MOVE OUT[0], IN[0]\n"
                                  "      ^\n"
                                  "shader.tgsi: note: did you mean 'MOV'?\n");
    CHECK(diagnostics.has_errors());
}

TEST_CASE("diagnostics come out in the order of their places") {
    Diagnostics diagnostics("f", "");
    diagnostics.error("B", {9, 1}, "second");
    diagnostics.warning("A", {1, 1}, "first");
    CHECK(diagnostics.render() == "f:1:1: warning[A]: first\nf:9:1: error[B]: second\n");
    CHECK(diagnostics.error_count() == 1);
}

TEST_CASE("errors past the limit are counted and not kept") {
    Diagnostics diagnostics("f", "");
    for (int i = 0; i < 250; ++i) {
        diagnostics.error("E", {1, 1}, "fault");
    }
    CHECK(diagnostics.all().size() == jacquard::kDefaultMaxErrors);
    CHECK(diagnostics.error_count() == 250);
    CHECK(diagnostics.is_full());
    CHECK(diagnostics.render().find("f: error[L107]: there are 100 errors or more") !=
          std::string::npos);
}

TEST_CASE("warnings take no place of errors") {
    Diagnostics diagnostics("f", "", 1);
    diagnostics.warning("A", {1, 1}, "first");
    diagnostics.warning("A", {2, 1}, "second");
    CHECK_FALSE(diagnostics.is_full());
    diagnostics.error("B", {3, 1}, "third");
    CHECK(diagnostics.render() ==
          "f:1:1: warning[A]: first\n"
          "f:3:1: error[B]: third\n"
          "f: error[L107]: there are 1 errors or more, and no more are shown\n"
          "f: note: Limits::errors or --max-errors sets the limit\n");
}

TEST_CASE("lines are shown for diagnostics and notes in any order") {
    Diagnostics diagnostics("f", "one\ntwo\r\n\nfour");
    diagnostics.error("E", {4, 2}, "x").notes.push_back({{2, 1}, "y"});
    diagnostics.error("E", {3, 1}, "an empty line");
    diagnostics.error("E", {9, 1}, "behind the end");
    CHECK(diagnostics.render() == "f:3:1: error[E]: an empty line\n"
                                  "f:4:2: error[E]: x\n    four\n     ^\n"
                                  "f:2:1: note: y\n    two\n    ^\n"
                                  "f:9:1: error[E]: behind the end\n");
}

TEST_CASE("control characters of the input do not reach the answer") {
    Diagnostics diagnostics("f", "a\x1b[31mb\tc");
    diagnostics.error("E", {1, 2}, "odd character");
    CHECK(diagnostics.render() == "f:1:2: error[E]: odd character\n    a?[31mb c\n     ^\n");
}

TEST_CASE("an offset becomes a line and a column") {
    CHECK(position_of_offset("ab\ncd", 0) == SourcePosition{1, 1});
    CHECK(position_of_offset("ab\ncd", 4) == SourcePosition{2, 2});
    CHECK(position_of_offset("ab\ncd", 99) == SourcePosition{2, 3});
}
