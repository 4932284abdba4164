// The registers of a wave.
#include <jacquard/ir3/emulator/interface/wave.h>

#include "catch.h"

using namespace jacquard::ir3;

TEST_CASE("a cleared wave is zero wherever it was written") {
    for (const bool merged : {false, true}) {
        Wave wave(5, merged);
        const auto is_zero = [&wave](unsigned number, bool half) {
            for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
                if (wave.read(static_cast<std::uint16_t>(number), half, lane) != 0) {
                    return false;
                }
            }
            return true;
        };
        for (unsigned number = 0; number < Wave::kNumComponents; ++number) {
            const bool half = number % 3 == 0;
            wave.write(static_cast<std::uint16_t>(number), half, number % 5, 0x1234);
            CHECK_FALSE(is_zero(number, half));
        }
        wave.predicates[2] = jacquard::LaneMask::single(0);
        wave.clear();
        for (unsigned number = 0; number < Wave::kNumComponents; ++number) {
            CHECK(is_zero(number, false));
            CHECK(is_zero(number, true));
        }
        CHECK(wave.predicates[2].none());
    }
}
