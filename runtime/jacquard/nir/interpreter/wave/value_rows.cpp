#include <jacquard/nir/interpreter/wave/value_rows.h>

namespace jacquard::nir::interpreter {

ValueRows::ValueRows(const ProgramData& data, unsigned lane_count)
    : program(&data), num_lanes(lane_count), row_lanes(whole_lane_groups(lane_count)),
      all_(LaneMask::first(lane_count)),
      storage_((std::size_t{data.bytes_per_lane} * row_lanes + sizeof(AlignedBytes) - 1) /
               sizeof(AlignedBytes)) {
    memory = reinterpret_cast<std::byte*>(storage_.data());
}

std::uint64_t ValueRows::read_row(const std::byte* row, unsigned bytes, unsigned lane) {
    switch (bytes) {
    case 1: return lane_words<8>(row)[lane];
    case 2: return lane_words<16>(row)[lane];
    case 4: return lane_words<32>(row)[lane];
    default: return lane_words<64>(row)[lane];
    }
}

void ValueRows::write_row(std::byte* row, unsigned bytes, unsigned lane, std::uint64_t bits) {
    switch (bytes) {
    case 1: lane_words<8>(row)[lane] = static_cast<std::uint8_t>(bits); break;
    case 2: lane_words<16>(row)[lane] = static_cast<std::uint16_t>(bits); break;
    case 4: lane_words<32>(row)[lane] = static_cast<std::uint32_t>(bits); break;
    default: lane_words<64>(row)[lane] = bits; break;
    }
}

template <unsigned Bits>
static void blend_lanes(std::byte* to, const std::byte* from, const LaneMask& mask) {
    auto* target = lane_words<Bits>(to);
    const auto* source = lane_words<Bits>(from);
    mask.for_each([&](unsigned lane) { target[lane] = source[lane]; });
}

void ValueRows::blend_row(std::byte* to, const std::byte* from, unsigned bytes,
                          const LaneMask& mask) const {
    if (mask == all_) {
        std::memcpy(to, from, std::size_t{bytes} * num_lanes);
        return;
    }
    switch (bytes) {
    case 1: blend_lanes<8>(to, from, mask); break;
    case 2: blend_lanes<16>(to, from, mask); break;
    case 4: blend_lanes<32>(to, from, mask); break;
    default: blend_lanes<64>(to, from, mask); break;
    }
}

void ValueRows::blend(std::byte* to, const std::byte* from, unsigned bytes, unsigned rows,
                      const LaneMask& mask) const {
    const std::size_t row_bytes = std::size_t{bytes} * row_lanes;
    if (mask == all_) {
        std::memcpy(to, from, row_bytes * rows);
        return;
    }
    for (unsigned row = 0; row < rows; ++row) {
        blend_row(to + row * row_bytes, from + row * row_bytes, bytes, mask);
    }
}

template <unsigned Bits>
static LaneMask lanes_that_are_set(const std::byte* row, unsigned lanes) {
    const LaneBits<Bits>* words = lane_words<Bits>(row);
    LaneMask mask;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        mask.words[lane / 64] |= std::uint64_t{words[lane] != 0} << (lane % 64);
    }
    return mask;
}

LaneMask ValueRows::condition(const std::byte* row, unsigned bytes) const {
    switch (bytes) {
    case 1: return lanes_that_are_set<8>(row, num_lanes);
    case 2: return lanes_that_are_set<16>(row, num_lanes);
    case 4: return lanes_that_are_set<32>(row, num_lanes);
    default: return lanes_that_are_set<64>(row, num_lanes);
    }
}

} // namespace jacquard::nir::interpreter
