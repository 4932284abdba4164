#pragma once

#include <jacquard/nir/build/builder.h>

#include "choices.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir {

// The uses that a value allows. Integers have no sign of their own.
enum class ValueClass : std::uint8_t { floats, integers, truths };

[[nodiscard]] ValueClass class_of(BaseType base);
// The type of 32 bits of floats, or of what is not.
[[nodiscard]] AluType type_of(ValueClass kind);

// The values of one function that can be used where the builder stands, and what makes more of
// them. Newer values are used more often, so that chains grow.
class Values {
  public:
    Values(Choices& choices, Builder& builder, Stage stage);

    [[nodiscard]] Builder& builder() { return b_; }
    [[nodiscard]] Choices& choices() { return choices_; }
    [[nodiscard]] Stage stage() const { return stage_; }
    [[nodiscard]] SsaDef* zero() { return zero_; }
    // A number of its own for every lane of a work group, below 32.
    [[nodiscard]] SsaDef* lane() { return lane_; }

    struct Known {
        SsaDef* value;
        ValueClass kind;
    };
    SsaDef* know(SsaDef* value, ValueClass kind);
    [[nodiscard]] bool empty() const { return known_.empty(); }
    // One of the last twelve.
    [[nodiscard]] Known recent();
    // At most four components of such a one, as words: truths are 0 or 1.
    [[nodiscard]] Known recent_words();
    [[nodiscard]] Known last() const { return known_.back(); }
    // Marks the values that are known now; forget_since() returns to them.
    [[nodiscard]] std::size_t mark() const { return known_.size(); }
    void forget_since(std::size_t mark) { known_.resize(mark); }

    // Mostly 32 bits; floats of 8 do not exist.
    [[nodiscard]] unsigned width_of(ValueClass kind);
    SsaDef* constant(ValueClass kind, unsigned bit_size, unsigned count);
    [[nodiscard]] std::uint64_t constant_bits(ValueClass kind, unsigned bit_size);
    // Components in any order of a value of that class and width, if need be of a constant.
    Operand operand(ValueClass kind, unsigned bit_size, unsigned count);
    SsaDef* whole(ValueClass kind, unsigned bit_size, unsigned count);
    // Below a power of two.
    SsaDef* index(unsigned length);

    // From now on only widths that machines have for values of all kinds.
    void take_machine_widths() { has_machine_widths_ = true; }

    // Statements.
    void arithmetic();
    // An opcode; `bit_size` is the width of the operands that have none of their own.
    void apply(Opcode opcode, unsigned bit_size);
    // A product that nothing but a sum reads.
    void product_and_sum();
    // One of numbers that all lanes have, to which each adds its own.
    void uniform_product();
    // Truths as masks of all ones or none, and what sources without truths do with those.
    void masks();
    // Sums and products of small integers in floats, which nothing rounds: they may be computed in
    // any order.
    void inexact_arithmetic();
    // Selections and vectors in which something is undefined that the result does not depend on.
    void undefined();
    // Copies, and parts of vectors put together again.
    void move();

  private:
    SsaDef* pick(ValueClass kind, unsigned bit_size);
    SsaDef* make(ValueClass kind, unsigned bit_size);
    Operand wide_truth(unsigned bits, unsigned count);

    Choices& choices_;
    Builder& b_;
    Stage stage_;
    SsaDef* zero_ = nullptr;
    SsaDef* lane_ = nullptr;
    bool has_machine_widths_ = false;
    std::vector<Known> known_;
};

} // namespace jacquard::nir
