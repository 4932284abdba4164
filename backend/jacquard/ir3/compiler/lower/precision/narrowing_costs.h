#pragma once

#include <jacquard/ir3/compiler/lower/precision/candidates.h>

#include <array>

namespace jacquard::nir::narrowing {

// The costs of the current choice of widths, in thousandths of an instruction: conversions that no
// instruction does beside its work, and pairs that are no longer one instruction.
class NarrowingCosts {
  public:
    NarrowingCosts(Candidates& candidates, FormCounts& forms)
        : candidates_(candidates), forms_(forms) {}

    // Returns true if the reader takes the value in 16 bits.
    [[nodiscard]] bool reads_narrow(const Source& use);
    // Returns the cost of the value's conversions under the current choice.
    int conversions_of(const SsaDef& value);
    // Returns the cost of pairs that would be one instruction if both had the same width.
    int parted_pairs(const Node& node);
    // Returns the cost of the node itself and of the conversions of its sources.
    int cost_around(const Node& node);
    // Returns what the node itself costs more in 16 bits. Some operations take fewer instructions:
    // angles are not brought within a turn.
    int own_cost(const Node& node);
    // Returns the cost of a condition as wide as the values that it selects, which is free if a
    // comparison makes it.
    int cost_of_condition(const Node& node);

  private:
    // Counts the reads of one component of a value in 16 bits and in 32.
    struct Reads {
        unsigned narrow = 0;
        unsigned wide = 0;
        bool arithmetic = true; // instructions with narrow reads may read constants as they are
    };
    [[nodiscard]] std::array<Reads, 4> reads_of(const SsaDef& value);
    static int cost_of_widening(const Instruction& maker, const Reads& reads);
    int cost_of_narrowing(const SsaDef& value, const Reads& reads);
    static bool is_float_of(const AluType& type, unsigned bits);
    static bool is_float(const OpcodeInfo& info);
    static bool is_pair(const AluInstruction& first, const AluInstruction& second);

    Candidates& candidates_;
    FormCounts& forms_;
};

} // namespace jacquard::nir::narrowing
