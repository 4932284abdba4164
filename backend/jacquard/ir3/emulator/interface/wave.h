#pragma once

#include <jacquard/generated/ir3/registers.h>
#include <jacquard/ir3/isa/instruction/operand.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>
#include <jacquard/support/lane_mask.h>

#include <array>
#include <cstdint>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// The registers of a wave of fibres.
//
// A full register component has one 32-bit word for each lane. With merged files a half register
// hrN is one half of a full register (component N / 2, the high half where N is odd); with
// separate files half registers have storage of their own. Shared registers r48 and up hold one
// value for the whole wave, and their halves alias them in the same way everywhere.
class Wave {
  public:
    static constexpr unsigned kMaxLanes = jacquard::kMaxLanes;
    static constexpr unsigned kNumComponents = kNumRegisterNumbers;

    // `lanes` is 1 … kMaxLanes. A full wave has `size` lanes, a power of two; where that is 0, the
    // least that suffices. Everything starts at zero.
    Wave(unsigned lanes, bool merged_registers, unsigned size = 0);

    [[nodiscard]] unsigned lanes() const { return lanes_; }
    [[nodiscard]] unsigned size() const { return size_; }
    [[nodiscard]] unsigned stride() const { return stride_; }
    [[nodiscard]] bool merged_registers() const { return merged_; }
    [[nodiscard]] const LaneMask& all_lanes() const { return all_; }

    [[nodiscard]] std::uint32_t read(std::uint16_t number, bool half, unsigned lane) const;
    // Whether a component of an output, counted from its first one, is in a register or was set for
    // all lanes.
    [[nodiscard]] bool has(const ProgramOutput& output, unsigned component) const;
    // Returns the bits that such a component has at the end of the program.
    [[nodiscard]] std::uint32_t read(const ProgramOutput& output, unsigned component,
                                     unsigned lane) const;
    void write(std::uint16_t number, bool half, unsigned lane, std::uint32_t bits);

    // Sets every register of every lane to zero. What the preamble did for all waves stays.
    void clear();

    // The words of a full component, one a lane; `stride()` of them, a multiple of four.
    [[nodiscard]] std::uint32_t* full(unsigned number) {
        used_[number / 64] |= std::uint64_t{1} << number % 64;
        return words_.data() + number * stride_;
    }
    [[nodiscard]] const std::uint32_t* full(unsigned number) const {
        return words_.data() + number * stride_;
    }
    // Returns the words of component 0, before all others. Whoever writes any of them says so by
    // note_written().
    [[nodiscard]] std::uint32_t* full_words() { return words_.data(); }
    // Room behind all registers, for words that an emulator spreads over all lanes.
    static constexpr unsigned kMostSpread = 128;
    // Behind those, room for what modifiers make of the sources of one operation.
    static constexpr unsigned kNumScratch = 3;
    static constexpr unsigned first_spread(bool merged_registers) {
        return kNumComponents + (merged_registers ? 0U : unsigned{kSharedRegisterFirst});
    }
    using Components = std::array<std::uint64_t, kNumComponents / 64>; // a bit each
    void note_written(const Components& components) {
        for (unsigned i = 0; i < components.size(); ++i) {
            used_[i] |= components[i];
        }
    }
    // The words that hold a half component: its own with separate files, else of the full
    // component.
    [[nodiscard]] std::uint32_t* half_home(unsigned number) { return full(half_place(number)); }
    [[nodiscard]] const std::uint32_t* half_home(unsigned number) const {
        return full(half_place(number));
    }
    // Position of a half component in the words that hold it: 0 or 16.
    [[nodiscard]] unsigned half_shift(unsigned number) const {
        return half_is_own(number) ? 0 : (number & 1) * 16;
    }

    // Predicates p0.x … p0.w as sets of lanes.
    LaneMask predicates[4] = {};

    // Components of colours that the program set once for all lanes (`alias.rt`), by
    // 4 * colour + component.
    static constexpr unsigned kNumColorComponents = 8 * 4;
    struct ColorComponent {
        std::uint32_t bits = 0;
        bool half = false;
    };
    std::array<ColorComponent, kNumColorComponents> colors{};

  private:
    [[nodiscard]] bool half_is_own(unsigned number) const {
        return !merged_ && number < kSharedRegisterFirst;
    }
    [[nodiscard]] unsigned half_place(unsigned number) const {
        return half_is_own(number) ? kNumComponents + number : shared_base(number);
    }
    // Component that holds the halves `number` and its neighbour.
    static unsigned shared_base(unsigned number) {
        return number < kSharedRegisterFirst
                   ? number / 2
                   : kSharedRegisterFirst + (number - kSharedRegisterFirst) / 2;
    }

    unsigned lanes_;
    unsigned size_;
    LaneMask all_;
    unsigned stride_;
    bool merged_;
    std::vector<std::uint32_t> words_;
    // Components that may not be zero: a bit for each that was handed out to be written.
    std::array<std::uint64_t, kNumComponents / 64 * 2> used_{};
};

} // namespace jacquard::ir3

JACQUARD_END_API
