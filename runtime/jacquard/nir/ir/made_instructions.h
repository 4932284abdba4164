#pragma once

#include <jacquard/generated/nir/enums.h>
#include <jacquard/generated/nir/intrinsics.h>
#include <jacquard/support/api.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// Numbers below Count, as bits.
template <typename Number, std::size_t Count>
class NumberSet {
  public:
    void add(Number number) { word_of(number) |= bit_of(number); }
    [[nodiscard]] bool has(Number number) const {
        return (words_[static_cast<std::size_t>(number) / kBits] & bit_of(number)) != 0;
    }
    // Returns true if is_wanted(Number) is true of one of them.
    template <typename IsWanted>
    [[nodiscard]] bool has_any(const IsWanted& is_wanted) const {
        std::size_t first = 0;
        for (const std::uint64_t word : words_) {
            for (std::uint64_t left = word; left != 0; left &= left - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(left));
                if (is_wanted(static_cast<Number>(first + bit))) {
                    return true;
                }
            }
            first += kBits;
        }
        return false;
    }

  private:
    static constexpr std::size_t kBits = 64;

    static std::uint64_t bit_of(Number number) {
        return std::uint64_t{1} << static_cast<std::size_t>(number) % kBits;
    }
    std::uint64_t& word_of(Number number) {
        return words_[static_cast<std::size_t>(number) / kBits];
    }

    std::array<std::uint64_t, (Count + kBits - 1) / kBits> words_{};
};

// Notes what kinds of instructions were ever made for a shader, so that a pass for rare ones can
// skip it: an instruction that was made may be gone, but one that was never made cannot be there.
class MadeInstructions {
  public:
    // The exact number of opcodes is in a generated header that this one should not include.
    static constexpr std::size_t kMostOpcodes = 1024;

    void add(Opcode opcode) { opcodes_.add(opcode); }
    void add(IntrinsicOp op) { intrinsics_.add(op); }
    void add(DerefKind kind) { derefs_.add(kind); }
    void add(JumpKind kind) { jumps_.add(kind); }
    void add_texture() { has_textures_ = true; }
    void add_call() { has_calls_ = true; }
    void add_loop() { has_loops_ = true; }
    // A value; a width is a power of 2.
    void add_value(unsigned bit_size) { widths_ |= bit_size; }

    [[nodiscard]] bool has(Opcode opcode) const { return opcodes_.has(opcode); }
    [[nodiscard]] bool has(IntrinsicOp op) const { return intrinsics_.has(op); }
    [[nodiscard]] bool has(DerefKind kind) const { return derefs_.has(kind); }
    [[nodiscard]] bool has(JumpKind kind) const { return jumps_.has(kind); }
    [[nodiscard]] bool has_textures() const { return has_textures_; }
    [[nodiscard]] bool has_calls() const { return has_calls_; }
    [[nodiscard]] bool has_loops() const { return has_loops_; }
    [[nodiscard]] bool has_values(unsigned bit_size) const { return (widths_ & bit_size) != 0; }

    [[nodiscard]] const auto& opcodes() const { return opcodes_; }
    [[nodiscard]] const auto& intrinsics() const { return intrinsics_; }

  private:
    NumberSet<Opcode, kMostOpcodes> opcodes_;
    NumberSet<IntrinsicOp, kNumIntrinsics> intrinsics_;
    NumberSet<DerefKind, static_cast<std::size_t>(DerefKind::cast) + 1> derefs_;
    NumberSet<JumpKind, static_cast<std::size_t>(JumpKind::halt) + 1> jumps_;
    unsigned widths_ = 0;
    bool has_textures_ = false;
    bool has_calls_ = false;
    bool has_loops_ = false;
};

} // namespace jacquard::nir

JACQUARD_END_API
