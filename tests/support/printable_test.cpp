#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/printable.h>

#include "catch.h"

using jacquard::printable;

TEST_CASE("what would control a terminal is written out") {
    CHECK(printable("water.frag") == "water.frag");
    CHECK(printable("a\x1b[31mb\x7f\r") == "a\\x1b[31mb\\x7f\\x0d");
    CHECK(printable("\xc2\x9b") == "\\xc2\\x9b"); // a C1 control, which some terminals obey
}

TEST_CASE("letters of all languages, lines and tabs stay") {
    CHECK(printable("\tW\xc3\xa4sche \xe2\x80\xa6\n") == "\tW\xc3\xa4sche \xe2\x80\xa6\n");
}

TEST_CASE("bytes that are no letters are told apart") {
    CHECK(printable("\xff.frag") == "\\xff.frag");
    CHECK(printable("\xc3") == "\\xc3");
    CHECK(printable("\xe2\x80") == "\\xe2\\x80");
}

TEST_CASE("messages hold no name that controls a terminal") {
    jacquard::Diagnostics diagnostics("\x1b]0;x\a.tgsi", "FRAG\n");
    diagnostics.error("T102", {1, 1}, "there is no '\x1b[2J'\nsee below")
        .notes.push_back({{}, "or \x1b[K"});
    const std::string said = diagnostics.render();
    CHECK(said.find('\x1b') == std::string::npos);
    CHECK(said.find('\a') == std::string::npos);
    CHECK(said.starts_with(
        "\\x1b]0;x\\x07.tgsi:1:1: error[T102]: there is no '\\x1b[2J'\nsee below"));
}
