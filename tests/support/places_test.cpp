#include <jacquard/support/text/places.h>

#include "catch.h"

using jacquard::read_places;

TEST_CASE("places: a line each, by their numbers") {
    const auto places = read_places("defs/a.yaml:1\ndefs/b.yaml:20\n");
    REQUIRE(places.size() == 2);
    CHECK(places[0] == "defs/a.yaml:1");
    CHECK(places[1] == "defs/b.yaml:20");
    CHECK(read_places("").empty());
}
