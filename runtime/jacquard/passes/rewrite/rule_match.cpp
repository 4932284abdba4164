#include <jacquard/passes/rewrite/never_negative.h>
#include <jacquard/passes/rewrite/rule_glance.h>
#include <jacquard/passes/rewrite/rule_match.h>

#include <algorithm>

namespace jacquard::nir {

namespace {

bool is_same_value(const Operand& a, const Operand& b) {
    if (a.num_components != b.num_components) {
        return false;
    }
    if (a.value == b.value) {
        return std::equal(a.swizzle.begin(), a.swizzle.begin() + a.num_components,
                          b.swizzle.begin());
    }
    const auto first = constant_components(*a.value);
    const auto second = constant_components(*b.value);
    if (first.empty() || second.empty() || a.value->bit_size != b.value->bit_size) {
        return false;
    }
    for (unsigned i = 0; i < a.num_components; ++i) {
        if (first[a.swizzle[i]].u64 != second[b.swizzle[i]].u64) {
            return false;
        }
    }
    return true;
}

bool reads_in_order(const Operand& operand, unsigned count) {
    if (operand.num_components != count) {
        return false;
    }
    for (unsigned i = 0; i < count; ++i) {
        if (operand.swizzle[i] != i) {
            return false;
        }
    }
    return true;
}

Operand all_of(const AluInstruction& alu) {
    Operand whole;
    whole.value = const_cast<SsaDef*>(&alu.value);
    whole.num_components = alu.value.num_components;
    for (std::uint8_t i = 0; i < whole.num_components; ++i) {
        whole.swizzle[i] = i;
    }
    return whole;
}

bool is_number(const Operand& operand, const RuleNumber& number) {
    const auto values = constant_components(*operand.value);
    if (values.empty()) {
        return false;
    }
    const std::uint64_t bits = number.bits[width_place(operand.value->bit_size)];
    for (unsigned i = 0; i < operand.num_components; ++i) {
        if (values[operand.swizzle[i]].u64 != bits) {
            return false;
        }
    }
    return true;
}

// Tries one order of the commutative sources.
class Matcher {
  public:
    Matcher(RuleMatch& match, unsigned orders) : match_(match), orders_(orders) {}

    bool sources(const RuleNode& node, const AluInstruction& alu, const Operand& result) {
        match_.exact |= alu.exact;
        if (alu.value.bit_size == 32) {
            (alu.value.relaxed ? reads_relaxed_ : reads_wide_) = true;
        }
        const bool swapped = swaps_sources(node, orders_);
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            const unsigned source = swapped && i < 2 ? 1 - i : i;
            const RuleNode& wanted = kRuleNodes[node.first_source + i];
            if (!this->source(wanted, alu, source, result)) {
                return false;
            }
        }
        return true;
    }

    // Whether all numbers of 32 bits that were found are, and there are some.
    [[nodiscard]] bool is_relaxed() const { return reads_relaxed_ && !reads_wide_; }

    void bind(unsigned name, const Operand& operand) {
        match_.names[name] = operand;
        match_.bound |= 1U << name;
    }

  private:
    // Matches source `i` of the instruction, in the components of the result that `result` reads.
    bool source(const RuleNode& wanted, const AluInstruction& alu, unsigned i,
                const Operand& result) {
        const AluSource& read = alu.sources()[i];
        Operand operand;
        operand.value = read.ssa;
        const unsigned declared = alu.info().source_components[i];
        if (declared != 0) {
            operand.num_components = static_cast<std::uint8_t>(declared);
            operand.swizzle = read.swizzle;
        } else {
            operand.num_components = result.num_components;
            operand.swizzle[0] = read.swizzle[result.swizzle[0]];
            for (unsigned c = 1; c < result.num_components; ++c) {
                operand.swizzle[c] = read.swizzle[result.swizzle[c]];
            }
        }
        return value(wanted, operand);
    }

    bool value(const RuleNode& wanted, Operand& operand) {
        bool shared = false;
        RingWatch ring;
        const AluInstruction* alu = operand.value->instruction->as<AluInstruction>();
        while (alu != nullptr && alu->opcode == core::mov) {
            shared |= !operand.value->has_one_use();
            const AluSource& copied = alu->sources()[0];
            for (unsigned c = 0; c < operand.num_components; ++c) {
                operand.swizzle[c] = copied.swizzle[operand.swizzle[c]];
            }
            operand.value = copied.ssa;
            if (ring.closes_at(operand.value)) {
                return false;
            }
            alu = operand.value->instruction->as<AluInstruction>();
        }
        if ((wanted.widths & operand.value->bit_size) == 0) {
            return false;
        }
        switch (wanted.kind) {
        case RuleNodeKind::number: return is_number(operand, kRuleNumbers[wanted.what]);
        case RuleNodeKind::constant:
            if (constant_components(*operand.value).empty()) {
                return false;
            }
            break;
        case RuleNodeKind::variable: break;
        case RuleNodeKind::instruction:
            if (alu == nullptr || alu->opcode != static_cast<Opcode>(wanted.what) ||
                !fits(*alu, operand)) {
                return false;
            }
            if (!sources(wanted, *alu, operand)) {
                return false;
            }
            break;
        }
        return named(wanted.name, operand, shared);
    }

    // Returns true if an instruction that makes a fixed number of components is read as it stands.
    static bool fits(const AluInstruction& alu, const Operand& operand) {
        const unsigned made = alu.info().output_components;
        return made <= 1 || reads_in_order(operand, made);
    }

    bool named(unsigned name, const Operand& operand, bool shared) {
        if (name == kNoRuleName) {
            return true;
        }
        if ((match_.bound >> name & 1) != 0) {
            return is_same_value(match_.names[name], operand);
        }
        bind(name, operand);
        match_.shared |= static_cast<std::uint32_t>(shared) << name;
        return true;
    }

    RuleMatch& match_;
    unsigned orders_;
    bool reads_relaxed_ = false;
    bool reads_wide_ = false;
};

// Checks the conditions that Glance::meets() may leave open.
bool holds(const RuleCondition& condition, const RuleMatch& match) {
    const unsigned first = condition.names[0];
    switch (condition.kind) {
    case RuleConditionKind::used_once: return (match.shared >> first & 1) == 0;
    case RuleConditionKind::never_negative: return is_never_negative(match.names[first]);
    case RuleConditionKind::used_often:
    case RuleConditionKind::read_alike:
    case RuleConditionKind::not_constant:
    case RuleConditionKind::uniform:
    case RuleConditionKind::not_uniform: return true;
    case RuleConditionKind::expression: break;
    }
    const unsigned count = components_of(condition, match);
    if (count == 1) {
        return true; // which was asked at a glance
    }
    const unsigned width = width_for(condition, match);
    std::array<std::uint64_t, kMaxRuleOperands> values{};
    for (unsigned c = 0; c < count; ++c) {
        gather_rule_operands(condition, match, c, values.data());
        if (!kRulePredicates[condition.function](values.data(), width)) {
            return false;
        }
    }
    return true;
}

bool hold(std::span<const RuleCondition> conditions, const RuleMatch& match) {
    return std::all_of(
        conditions.begin(), conditions.end(),
        [&match](const RuleCondition& condition) { return holds(condition, match); });
}

// Returns true if the pattern matches in all components.
bool matches(const RuleNode& node, const AluInstruction& root, unsigned orders, RuleMatch& match) {
    match.bound = 0;
    match.shared = 0;
    match.exact = false;
    match.relaxed = false;
    Matcher matcher(match, orders);
    const Operand whole = all_of(root);
    matcher.bind(0, whole);
    const bool found = matcher.sources(node, root, whole);
    match.relaxed = matcher.is_relaxed();
    return found;
}

bool preserves_special(FloatControls controls, unsigned bit_size) {
    return bit_size == 16   ? controls.preserve_special_16
           : bit_size == 32 ? controls.preserve_special_32
                            : bit_size == 64 && controls.preserve_special_64;
}

bool rounds_to_zero(FloatControls controls, unsigned bit_size) {
    return bit_size == 16   ? controls.round_to_zero_16
           : bit_size == 32 ? controls.round_to_zero_32
                            : bit_size == 64 && controls.round_to_zero_64;
}

bool loses_special(const Rule& rule) {
    return rule.is(RuleFlag::loses_signed_zero) || rule.is(RuleFlag::loses_nan) ||
           rule.is(RuleFlag::loses_inf);
}

// A rule that is none where denormals are flushed may read and make floats of several widths, of
// which its special name has one.
bool flushes_any(FloatControls controls) {
    return controls.flush_denormals_16 || controls.flush_denormals_32 ||
           controls.flush_denormals_64;
}

// Returns true if it may change what is to be exact.
bool may_be_exact(const Rule& rule) {
    return !rule.is(RuleFlag::inexact) && !loses_special(rule);
}

bool is_allowed(const Rule& rule, const RuleMatch& match, FloatControls controls) {
    const bool loses = loses_special(rule);
    if (match.exact && !may_be_exact(rule)) {
        return false;
    }
    if (rule.special_of == kNoRuleName) {
        return true;
    }
    const unsigned width = match.names[rule.special_of].value->bit_size;
    return !(loses && preserves_special(controls, width)) &&
           !(rule.is(RuleFlag::loses_flush) && flushes_any(controls)) &&
           !(rule.is(RuleFlag::computes_floats) && rounds_to_zero(controls, width));
}

} // namespace

unsigned components_of(const RuleCondition& condition, const RuleMatch& match) {
    unsigned count = 1;
    for (unsigned i = 0; i < condition.num_names; ++i) {
        count = std::max<unsigned>(count, match.names[condition.names[i]].num_components);
    }
    return count;
}

void gather_rule_operands(const RuleCondition& condition, const RuleMatch& match,
                          unsigned component, std::uint64_t* values) {
    for (unsigned i = 0; i < condition.num_names; ++i) {
        const Operand& operand = match.names[condition.names[i]];
        const auto constants = constant_components(*operand.value);
        const unsigned c = operand.num_components == 1 ? 0 : component;
        values[i] = constants.empty() ? 0 : constants[operand.swizzle[c]].u64;
    }
}

bool match_rule(const Rule& rule, const AluInstruction& root, FloatControls controls,
                RuleMatch& match) {
    const RuleNode& node = kRuleNodes[rule.first_node];
    if ((node.widths & root.value.bit_size) == 0 || (root.exact && !may_be_exact(rule))) {
        return false;
    }
    const std::span<const RuleCondition> conditions(kRuleConditions + rule.first_condition,
                                                    rule.num_conditions);
    const bool is_single = root.value.num_components == 1 && !rule.is(RuleFlag::has_sizes);
    Orders to_try;
    for (unsigned orders = 0; orders < 1U << rule.num_orders; ++orders) {
        if (!to_try.may_match(orders)) {
            continue;
        }
        Glance glance(rule, root, orders);
        if (!glance.sources(node, root, 0)) {
            to_try.failed(orders, glance.reached());
            continue;
        }
        if (!glance.meets(conditions)) {
            continue;
        }
        if (is_single) {
            glance.tell(match);
        } else if (!matches(node, root, orders, match)) {
            continue;
        }
        if (is_allowed(rule, match, controls) && hold(conditions, match)) {
            return true;
        }
    }
    return false;
}

} // namespace jacquard::nir
