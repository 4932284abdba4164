#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/emulator/interface/wave.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace jacquard::ir3 {

Wave::Wave(unsigned lanes, bool merged_registers, unsigned size)
    : lanes_(std::clamp(lanes, 1U, kMaxLanes)), size_(std::max(size, std::bit_ceil(lanes_))),
      all_(LaneMask::first(lanes_)), stride_((lanes_ + 3) & ~3U), merged_(merged_registers),
      words_(std::size_t{first_spread(merged_registers) + kMostSpread + kNumScratch} * stride_) {}

std::uint32_t Wave::read(std::uint16_t number, bool half, unsigned lane) const {
    if (number >= kNumComponents || lane >= lanes_) {
        return 0;
    }
    if (!half) {
        return full(number)[lane];
    }
    return half_home(number)[lane] >> half_shift(number) & 0xffff;
}

bool Wave::has(const ProgramOutput& output, unsigned component) const {
    return (output.aliased >> component & 1) != 0 ||
           (output.is_in_register(component) &&
            output.location.number + component < kNumComponents);
}

std::uint32_t Wave::read(const ProgramOutput& output, unsigned component, unsigned lane) const {
    if ((output.aliased >> component & 1) == 0) {
        return read(static_cast<std::uint16_t>(output.location.number + component),
                    output.location.half, lane);
    }
    // Only colours of one target have such components.
    const std::size_t place =
        (std::size_t{output.slot} - slot_info(Slot::FRAG_RESULT_DATA0).number) * 4 +
        output.source_component + component;
    return place < colors.size() ? colors[place].bits : 0;
}

void Wave::write(std::uint16_t number, bool half, unsigned lane, std::uint32_t bits) {
    if (number >= kNumComponents || lane >= lanes_) {
        return;
    }
    if (!half) {
        full(number)[lane] = bits;
        return;
    }
    std::uint32_t& word = half_home(number)[lane];
    const unsigned shift = half_shift(number);
    word = (word & ~(0xffffU << shift)) | (bits & 0xffff) << shift;
}

void Wave::clear() {
    for (unsigned i = 0; i < used_.size(); ++i) {
        // Most stand next to each other.
        std::uint64_t left = std::exchange(used_[i], 0);
        while (left != 0) {
            const auto first = static_cast<unsigned>(std::countr_zero(left));
            const auto count = static_cast<unsigned>(std::countr_one(left >> first));
            std::fill_n(words_.data() + std::size_t{i * 64 + first} * stride_,
                        std::size_t{count} * stride_, 0);
            left &= first + count == 64 ? 0 : ~std::uint64_t{0} << (first + count);
        }
    }
    std::fill(std::begin(predicates), std::end(predicates), LaneMask{});
}

} // namespace jacquard::ir3
