#pragma once

#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/nir/rules.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/rewrite/rule_names.h>
#include <jacquard/passes/rewrite/uniform_value.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jacquard::nir {

inline bool swaps_sources(const RuleNode& node, unsigned orders) {
    return node.order != kNoRuleOrder && (orders >> node.order & 1) != 0;
}

// Looks whether one order of the commutative sources (bit n of `orders` swaps those of the node
// whose `order` is n) matches, as far as that depends on the first component of the root: most that
// come from the automaton fail here, at a fraction of what matching takes. Where there is but one,
// and instructions read as many as they make, nothing else is left to look at.
class Glance {
  public:
    Glance(const Rule& rule, const AluInstruction& root, unsigned orders)
        : root_(&root), orders_(orders), has_sizes_(rule.is(RuleFlag::has_sizes)) {
        names_[0] = {&root.value, 0};
    }

    bool sources(const RuleNode& node, const AluInstruction& alu, unsigned component) {
        exact_ |= alu.exact;
        if (alu.value.bit_size == 32) {
            (alu.value.relaxed ? reads_relaxed_ : reads_wide_) = true;
        }
        unsigned swap = 0;
        if (node.order != kNoRuleOrder) {
            reached_ |= 1U << node.order;
            swap = orders_ >> node.order & 1;
        }
        const RuleNode* wanted = &kRuleNodes[node.first_source];
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            const unsigned at = i < 2 ? i ^ swap : i;
            const AluSource& read = alu.first_source[at];
            const bool has_size = has_sizes_ && alu.info().source_components[at] != 0;
            if (!value(wanted[i], {read.ssa, read.swizzle[has_size ? 0 : component]})) {
                return false;
            }
        }
        return true;
    }

    // Returns true if the conditions may hold.
    [[nodiscard]] bool meets(std::span<const RuleCondition> conditions) const {
        for (const RuleCondition& condition : conditions) {
            if (!meets(condition)) {
                return false;
            }
        }
        return true;
    }

    // The bits of `orders` that the answer of sources() depends on.
    [[nodiscard]] unsigned reached() const { return reached_; }

    // Writes the match, whose names all read a single component.
    void tell(RuleMatch& match) const {
        match.bound = bound_;
        match.shared = shared_;
        match.exact = exact_;
        match.relaxed = reads_relaxed_ && !reads_wide_;
        for (unsigned left = bound_, name = 0; left != 0; left >>= 1, ++name) {
            if ((left & 1) != 0) {
                Operand& operand = match.names[name];
                operand = {};
                operand.value = const_cast<SsaDef*>(names_[name].value);
                operand.num_components = 1;
                operand.swizzle[0] = names_[name].component;
            }
        }
    }

  private:
    // A component of a value.
    struct Part {
        const SsaDef* value;
        std::uint8_t component;
    };

    bool value(const RuleNode& wanted, Part read) {
        bool shared = false;
        const auto* alu = read.value->instruction->as<AluInstruction>();
        if (alu != nullptr && alu->opcode == core::mov) {
            RingWatch ring;
            do {
                shared |= !read.value->has_one_use();
                const AluSource& copied = *alu->first_source;
                read = {copied.ssa, copied.swizzle[read.component]};
                if (ring.closes_at(read.value)) {
                    return false;
                }
                alu = read.value->instruction->as<AluInstruction>();
            } while (alu != nullptr && alu->opcode == core::mov);
        }
        if ((wanted.widths & read.value->bit_size) == 0) {
            return false;
        }
        switch (wanted.kind) {
        case RuleNodeKind::number:
            return is_constant(read) && constant(read).u64 == number(wanted, read);
        case RuleNodeKind::constant:
            if (!is_constant(read)) {
                return false;
            }
            break;
        case RuleNodeKind::variable: break;
        case RuleNodeKind::instruction:
            if (alu == nullptr || alu->opcode != static_cast<Opcode>(wanted.what) ||
                !sources(wanted, *alu, read.component)) {
                return false;
            }
            break;
        }
        return named(wanted.name, read, shared);
    }

    [[nodiscard]] bool meets(const RuleCondition& condition) const {
        const SsaDef& value = *names_[condition.names[0]].value;
        switch (condition.kind) {
        case RuleConditionKind::used_once: return value.has_one_use();
        case RuleConditionKind::used_often: return !value.has_one_use();
        case RuleConditionKind::read_alike: return is_read_alike(value);
        case RuleConditionKind::not_constant: return !is_constant(names_[condition.names[0]]);
        case RuleConditionKind::uniform: return is_uniform_value(value);
        case RuleConditionKind::not_uniform: return !is_uniform_value(value);
        case RuleConditionKind::expression: return meets_expression(condition);
        case RuleConditionKind::never_negative: break;
        }
        return true;
    }

    // Returns true if all readers are instructions like the first one of the pattern, so that what
    // makes the value is gone once the rule has been applied to each. Exact ones keep what they
    // read.
    [[nodiscard]] bool is_read_alike(const SsaDef& value) const {
        unsigned left = kMostReaders;
        for (const Source& use : value.uses()) {
            const Instruction* reader = use.instruction();
            const auto* alu = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
            if (left-- == 0 || alu == nullptr || alu->opcode != root_->opcode || alu->exact) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool meets_expression(const RuleCondition& condition) const {
        std::array<std::uint64_t, kMaxRuleOperands> values;
        for (unsigned i = 0; i < condition.num_names; ++i) {
            const Part& part = names_[condition.names[i]];
            values[i] = is_constant(part) ? constant(part).u64 : 0;
        }
        const unsigned width =
            condition.width_of == kNoRuleName ? 0U : names_[condition.width_of].value->bit_size;
        return kRulePredicates[condition.function](values.data(), width);
    }

    bool named(unsigned name, const Part& read, bool shared) {
        if (name == kNoRuleName) {
            return true;
        }
        if ((bound_ >> name & 1) != 0) {
            return is_same(names_[name], read);
        }
        bound_ |= 1U << name;
        shared_ |= static_cast<std::uint32_t>(shared) << name;
        names_[name] = read;
        return true;
    }

    static bool is_same(const Part& a, const Part& b) {
        return (a.value == b.value && a.component == b.component) ||
               (is_constant(a) && is_constant(b) && a.value->bit_size == b.value->bit_size &&
                constant(a).u64 == constant(b).u64);
    }
    static bool is_constant(const Part& read) {
        return read.value->instruction->kind == InstructionKind::constant;
    }
    static ConstantValue constant(const Part& read) {
        return static_cast<const ConstantInstruction*>(read.value->instruction)
            ->values[read.component];
    }
    static std::uint64_t number(const RuleNode& wanted, const Part& read) {
        return kRuleNumbers[wanted.what].bits[width_place(read.value->bit_size)];
    }

    // Readers that are looked at to know whether all are alike.
    static constexpr unsigned kMostReaders = 8;

    const AluInstruction* root_;
    std::array<Part, kMaxRuleNames> names_; // those that are bound
    std::uint32_t bound_ = 1;
    std::uint32_t shared_ = 0; // as in RuleMatch
    unsigned orders_;
    unsigned reached_ = 0;
    bool has_sizes_;
    bool exact_ = false;
    bool reads_relaxed_ = false;
    bool reads_wide_ = false;
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
