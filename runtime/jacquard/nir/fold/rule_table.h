#pragma once

#include <jacquard/generated/nir/opcode_info.h>
#include <jacquard/support/text/places.h>
#include <jacquard/support/text/table_text.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace jacquard::nir {

// Rewrite rules as data, made from defs/nir/rules; see rules.h for the tables themselves.

inline constexpr std::uint8_t kNoRuleName = 0xff;
inline constexpr std::uint8_t kNoRuleOrder = 0xff;
inline constexpr std::uint8_t kAllComponents = 0xff;
inline constexpr unsigned kMaxRuleNames = 16;
inline constexpr unsigned kMaxRuleOperands = 4;

// Place of a width in tables that have a column for each: 1, 8, 16, 32, 64.
constexpr unsigned width_place(unsigned bit_size) {
    return bit_size == 1 ? 0U : static_cast<unsigned>(std::bit_width(bit_size)) - 3U;
}

// Bit log2 of a width, as masks of widths have it.
constexpr unsigned width_bit(unsigned bit_size) {
    return static_cast<unsigned>(std::bit_width(bit_size)) - 1U;
}

// A number of a pattern, at each width that holds it.
struct RuleNumber {
    std::array<std::uint64_t, 5> bits;
    std::uint8_t widths; // mask of those that do
};

enum class RuleNodeKind : std::uint8_t { instruction, variable, constant, number };

// A part of what a rule finds. The first node of a rule is its root; the sources of an instruction
// stand one after the other behind it.
struct RuleNode {
    RuleNodeKind kind;
    std::uint8_t name;         // the name that is bound to it; 0 is the root
    std::uint8_t widths;       // the widths that the value may have, joined by `or`
    std::uint8_t order;        // commutes: which bit of the order to try; see Rule::num_orders
    std::uint16_t width_class; // nodes of one class are equally wide
    std::uint16_t what;        // opcode, or place in kRuleNumbers
    std::uint16_t first_source;
};
static_assert(sizeof(RuleNode) == 10, "the data file has them without gaps");

enum class RuleValueKind : std::uint8_t { name, step, number, computed };

// A value of what a rule puts in place.
struct RuleValue {
    RuleValueKind kind;
    std::uint8_t component; // of a name: the one that is read, or kAllComponents
    std::uint8_t width;     // of a number or a computed one: its width, or 0:
    std::uint8_t width_of;  // as wide as this name
    std::uint16_t index;    // the name, the step, or the place in kRuleNumbers or kRuleComputed
};

// An instruction that a rule makes; its sources begin at kRuleValues[first_source].
struct RuleStep {
    Opcode opcode;
    std::uint16_t first_source;
};

enum class RuleConditionKind : std::uint8_t {
    used_once,
    used_often,
    read_alike,
    not_constant,
    never_negative,
    uniform,
    not_uniform,
    expression,
};

// A condition of a rule, or (in kRuleComputed) a constant to compute: a function of the bits of a
// component of the constants named.
struct RuleCondition {
    RuleConditionKind kind;
    std::uint8_t num_names;
    std::uint8_t width_of; // the name whose width the function is told, or kNoRuleName
    std::array<std::uint8_t, kMaxRuleOperands> names;
    std::uint16_t function;
};

using RulePredicate = bool (*)(const std::uint64_t* values, unsigned bit_size);
using RuleFunction = std::uint64_t (*)(const std::uint64_t* values, unsigned bit_size);

// The liberties that a rule takes, or its needs.
enum class RuleFlag : std::uint8_t {
    inexact, // exact instructions are left alone
    loses_signed_zero,
    loses_nan,
    loses_inf,
    loses_flush,     // not where denormals are flushed
    computes_floats, // constants, rounded to nearest; not where that is to be otherwise
    of_truths,       // lowers truths that are given in another form; see LoweringGroup
    has_sizes,       // finds instructions that read or make a number of components of their own
};

// Tells where a pattern reads one value twice; an instruction without such a repetition cannot
// match.
enum class RuleRepeat : std::uint8_t {
    none,
    outer,           // as two sources of the root
    outer_and_inner, // as a source of the root and one of the instructions that are sources of it
    inner,           // as two sources of those instructions
};

constexpr std::uint8_t rule_flag(RuleFlag flag) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(flag));
}

struct Rule {
    std::uint16_t first_node;
    std::uint16_t first_step;
    std::uint16_t first_condition;
    std::uint16_t first_class; // in kRuleWidths: the widths of each class
    std::uint8_t num_steps;
    std::uint8_t num_conditions;
    std::uint8_t num_classes;
    std::uint8_t num_names;
    std::uint8_t num_orders; // 2^this orders of commutative sources are tried
    RuleValue result;
    std::uint8_t flags = 0;                // a bit for each RuleFlag
    std::uint8_t special_of = kNoRuleName; // the name whose width says which float controls matter
    RuleRepeat repeat = RuleRepeat::none;

    [[nodiscard]] constexpr bool is(RuleFlag flag) const { return (flags & rule_flag(flag)) != 0; }
};

// The facts about a rule for people and tests.
struct RuleText {
    TableText<93> name;
    PlaceNumber place;              // see places.h
    float low = 0.0F;               // a rule that rounds otherwise is tried with floats from this
    float high = 0.0F;              // to this; for others both are 0
    std::uint16_t tolerance = 0;    // and may differ by that many units in the last place
    float absolute = 0.0F;          // or by this below 1, and by this part of what is larger
    std::uint8_t off_by = 0;        // or by this name, added or taken away; 0: by none
    bool flushes_otherwise = false; // and applies where denormals are flushed all the same

    [[nodiscard]] constexpr bool rounds_otherwise() const { return low < high; }
};

// An opcode that patterns have. The place of its entry is `base` plus for each source its class
// times a stride; the class comes from a row of filters, which begins at `filter`, by the source's
// state.
struct RuleOperation {
    std::uint32_t base;
    std::uint16_t first_source;
    std::uint8_t num_sources;
    bool is_root; // of a rule, not only within one
};
struct RuleOperationSource {
    std::uint32_t filter;
    std::uint32_t stride;
};
struct RuleEntry {
    std::uint16_t state;
    std::uint16_t list; // 0: no rule comes into question
};
// Rules that come into question where an instruction has one of the repetitions (bit n: RuleRepeat
// n); they end where those of the next list begin.
struct RuleList {
    std::uint16_t first;
    std::uint16_t repeats;
};
struct RuleConstant {
    std::uint64_t bits;
    std::uint16_t state; // 0: a free row
};

// The states of numbers, as a hash table: a row stands at its first place, or right behind rows
// that do not belong there. At least half of the rows, which are a power of 2, are free.
struct RuleConstants {
    std::span<const RuleConstant> rows;
    std::uint64_t factor; // the upper bits of a product with it say the first place

    [[nodiscard]] constexpr std::size_t first_place(std::uint64_t bits) const {
        return static_cast<std::size_t>(bits * factor >>
                                        (std::countl_zero(std::uint64_t{rows.size()}) + 1));
    }
    // 0 for one that is in no pattern.
    [[nodiscard]] constexpr std::uint16_t state_of(std::uint64_t bits) const {
        std::size_t place = first_place(bits);
        while (rows[place].state != 0 && rows[place].bits != bits) {
            place = (place + 1) & (rows.size() - 1);
        }
        return rows[place].state;
    }
};

// The rules of one pass and the automaton that finds where they may apply.
struct RuleGroup {
    std::string_view name;
    std::string_view doc;
    std::uint16_t first_rule; // in kRules
    std::uint16_t num_rules;
    std::uint8_t used_once_depth; // of the deepest value in a pattern that must have one use
    std::uint16_t num_states;
    std::uint16_t any_constant;       // state of a constant that is no number of the patterns
    std::uint16_t mixed_constant;     // state of one whose components differ
    const std::uint8_t* operation_of; // by opcode: one more than the place; 0 for none
    std::span<const RuleOperation> operations;
    std::span<const RuleOperationSource> sources;
    const std::uint8_t* filters; // rows of num_states
    std::span<const RuleEntry> entries;
    std::span<const RuleList> lists;
    std::span<const std::uint16_t> listed;  // rules, counted from first_rule, first come first
    std::array<RuleConstants, 5> constants; // by width

    // Returns true if a rule may apply to instructions with this opcode.
    [[nodiscard]] constexpr bool has_rules_for(Opcode opcode) const {
        const unsigned operation = operation_of[static_cast<std::size_t>(opcode)];
        return operation != 0 && operations[operation - 1].is_root;
    }
    // Returns true if it does not matter what makes the sources of an instruction: each pattern is
    // one instruction that reads whatever there is.
    [[nodiscard]] constexpr bool looks_at_roots_alone() const {
        return entries.size() == operations.size();
    }
};

} // namespace jacquard::nir
