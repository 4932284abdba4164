#include <jacquard/ir3/emulator/decode/lane_operation.h>

#include <cstring>

namespace jacquard::ir3 {

void copy_lanes(const std::uint32_t* source, const std::uint32_t*, const std::uint32_t*,
                std::uint32_t* destination, unsigned lanes, std::uint32_t) {
    for (unsigned lane = 0; lane < lanes; lane += 4) {
        std::array<std::uint32_t, 4> four;
        std::memcpy(four.data(), source + lane, sizeof four);
        std::memcpy(destination + lane, four.data(), sizeof four);
    }
}

} // namespace jacquard::ir3
