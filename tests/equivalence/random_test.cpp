#include "catch.h"
#include "random.h"

#include <set>

using jacquard::nir::Random;

TEST_CASE("numbers of seeds next to each other have nothing in common") {
    constexpr unsigned kSeeds = 100;
    constexpr unsigned kNumbers = 100;
    std::set<std::uint64_t> all;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Random random(seed);
        for (unsigned i = 0; i < kNumbers; ++i) {
            all.insert(random.bits());
        }
    }
    CHECK(all.size() == std::size_t{kSeeds} * kNumbers);
}

TEST_CASE("a seed gives the same numbers again") {
    Random one(7);
    Random other(7);
    for (unsigned i = 0; i < 100; ++i) {
        CHECK(one.bits() == other.bits());
    }
}
