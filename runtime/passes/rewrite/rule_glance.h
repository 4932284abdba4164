#pragma once

#include <jacquard/nir/core_opcodes.h>
#include <jacquard/nir/rules.h>
#include <jacquard/nir/shader.h>
#include <jacquard/passes/rewrite/rule_match.h>
#include <jacquard/passes/rewrite/uniform_value.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jacquard::nir {

// Whether some component of a constant is the number.
inline bool may_be_number(const SsaDef& value, const RuleNumber& number) {
    const auto values = constant_components(value);
    const std::uint64_t bits = number.bits[width_place(value.bit_size)];
    return std::any_of(values.begin(), values.end(),
                       [bits](const ConstantValue& each) { return each.u64 == bits; });
}

inline bool swaps_sources(const RuleNode& node, unsigned orders) {
    return node.order != kNoRuleOrder && (orders >> node.order & 1) != 0;
}

// Looks whether one order of the commutative sources (bit n of `orders` swaps those of the node
// whose `order` is n) comes into question, without regard to swizzles: most that come from the
// automaton fail here, at a fraction of what matching takes.
class Glance {
  public:
    Glance(const AluInstruction& root, unsigned orders) : orders_(orders) {
        bound_ = 1;
        names_[0] = &root.value;
    }

    bool sources(const RuleNode& node, const AluInstruction& alu) {
        if (node.order != kNoRuleOrder) {
            reached_ |= 1U << node.order;
        }
        const unsigned swap = swaps_sources(node, orders_) ? 1 : 0;
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            const SsaDef& read = *alu.first_source[i < 2 ? i ^ swap : i].ssa;
            if (!value(kRuleNodes[node.first_source + i], read)) {
                return false;
            }
        }
        return true;
    }

    // Whether the conditions may hold, as far as that depends on no more than which values the
    // names stand for.
    [[nodiscard]] bool meets(std::span<const RuleCondition> conditions) const {
        return std::all_of(conditions.begin(), conditions.end(),
                           [this](const RuleCondition& condition) { return meets(condition); });
    }

    // The bits of `orders` that the answer of sources() depends on.
    [[nodiscard]] unsigned reached() const { return reached_; }

  private:
    bool value(const RuleNode& wanted, const SsaDef& read) {
        const SsaDef& original = behind_movs(read);
        if ((wanted.widths >> width_bit(original.bit_size) & 1) == 0) {
            return false;
        }
        switch (wanted.kind) {
        case RuleNodeKind::number: return may_be_number(original, kRuleNumbers[wanted.what]);
        case RuleNodeKind::constant:
            if (!is_constant(original)) {
                return false;
            }
            break;
        case RuleNodeKind::variable: break;
        case RuleNodeKind::instruction: {
            const auto* alu = original.instruction->as<AluInstruction>();
            if (alu == nullptr || alu->opcode != static_cast<Opcode>(wanted.what) ||
                !sources(wanted, *alu)) {
                return false;
            }
            break;
        }
        }
        return named(wanted.name, original);
    }

    [[nodiscard]] bool meets(const RuleCondition& condition) const {
        const SsaDef& value = *names_[condition.names[0]];
        switch (condition.kind) {
        case RuleConditionKind::used_once: return value.has_one_use();
        case RuleConditionKind::not_constant: return !is_constant(value);
        case RuleConditionKind::uniform: return is_uniform_value(value);
        case RuleConditionKind::not_uniform: return !is_uniform_value(value);
        case RuleConditionKind::expression: return meets_expression(condition);
        case RuleConditionKind::never_negative: break;
        }
        return true;
    }

    // Of constants of one component it does not matter how they are read.
    [[nodiscard]] bool meets_expression(const RuleCondition& condition) const {
        std::array<std::uint64_t, kMaxRuleOperands> values{};
        for (unsigned i = 0; i < condition.num_names; ++i) {
            const auto constants = constant_components(*names_[condition.names[i]]);
            if (constants.size() != 1) {
                return true;
            }
            values[i] = constants[0].u64;
        }
        const unsigned width =
            condition.width_of == kNoRuleName ? 0U : names_[condition.width_of]->bit_size;
        return kRulePredicates[condition.function](values.data(), width);
    }

    bool named(unsigned name, const SsaDef& read) {
        if (name == kNoRuleName) {
            return true;
        }
        if ((bound_ >> name & 1) != 0) {
            return names_[name] == &read || (is_constant(*names_[name]) && is_constant(read));
        }
        bound_ |= 1U << name;
        names_[name] = &read;
        return true;
    }

    static bool is_constant(const SsaDef& read) {
        return read.instruction->kind == InstructionKind::constant;
    }

    std::array<const SsaDef*, kMaxRuleNames> names_;
    std::uint32_t bound_;
    unsigned orders_;
    unsigned reached_ = 0;
};

// The orders of commutative sources of a rule that may be worth to try. What fails without having
// looked at some of them fails in all that differ in those alone.
class Orders {
  public:
    void failed(unsigned orders, unsigned reached) {
        if (num_failed_ < failed_.size()) {
            failed_[num_failed_++] = {reached, orders & reached};
        }
    }
    [[nodiscard]] bool may_match(unsigned orders) const {
        for (std::size_t i = 0; i < num_failed_; ++i) {
            if ((orders & failed_[i].mask) == failed_[i].bits) {
                return false;
            }
        }
        return true;
    }

  private:
    struct Failed {
        unsigned mask;
        unsigned bits;
    };
    std::array<Failed, 8> failed_;
    std::size_t num_failed_ = 0;
};

} // namespace jacquard::nir
