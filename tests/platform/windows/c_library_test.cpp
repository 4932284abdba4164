#include "catch.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

// These numbers are not known while this is compiled.
float given(std::uint32_t bits) {
    const volatile std::uint32_t kept = bits;
    return std::bit_cast<float>(std::uint32_t{kept});
}
double given(std::uint64_t bits) {
    const volatile std::uint64_t kept = bits;
    return std::bit_cast<double>(std::uint64_t{kept});
}

} // namespace

TEST_CASE("sines and cosines of the largest numbers are those of their angles") {
    CHECK(std::cos(given(0x7f7fffffU)) == given(0x3f5a5f96U));
    CHECK(std::sin(given(0x7f7fffffU)) == given(0xbf0599b3U));
    CHECK(std::sin(given(0x637723b8U)) == given(0xbebcfa76U));
    CHECK(std::sin(given(0x471ed611c6efd834U)) == given(0xbfec3157153828ecU));
    CHECK(std::signbit(std::sin(given(0x80000000U))));
    CHECK(std::isnan(std::cos(std::numeric_limits<double>::infinity())));
}

TEST_CASE("products and sums in one are rounded once") {
    CHECK(std::fma(given(0x7aeb2cafU), given(0xac8bc5d5U), given(0xecd4f92bU)) ==
          given(0xecd5395fU));
    CHECK(std::fma(given(0xbd4c86024ef12d3cU), given(0x7e98238e6e5f7dacU),
                   given(0x4181f22dd52ac5bcU)) == given(0xfbf5843342c73dd0U));
    // A product beyond all doubles is no infinity before it is added to.
    CHECK(std::fma(given(0x4162075ea29592edU), given(0x7ebdbe8ad4845df7U),
                   -std::numeric_limits<double>::infinity()) ==
          -std::numeric_limits<double>::infinity());
}
