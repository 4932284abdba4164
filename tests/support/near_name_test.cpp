#include <jacquard/support/text/near_name.h>

#include "catch.h"

#include <array>
#include <string>

using jacquard::near_name;

namespace {
constexpr std::array<std::string_view, 5> kNames = {"MOV", "MUL", "MAD", "KILL_IF", "TEX"};
} // namespace

TEST_CASE("the closest name is found, letter case aside") {
    CHECK(near_name("MOVE", kNames) == "MOV");
    CHECK(near_name("mul", kNames) == "MUL");
    CHECK(near_name("KIL_LIF", kNames) == "KILL_IF");
    CHECK(near_name("TXE", kNames) == "TEX");
}

TEST_CASE("a name far from all others has no near name") {
    CHECK(near_name("barrier", kNames).empty());
    CHECK(near_name("", kNames).empty());
    CHECK(near_name(std::string(1000, 'M'), kNames).empty());
}
