#include <jacquard/passes/rewrite/never_negative.h>
#include <jacquard/passes/rewrite/rule_match.h>
#include <jacquard/passes/rewrite/uniform_value.h>

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

// Whether some component of a constant is the number.
bool may_be_number(const SsaDef& value, const RuleNumber& number) {
    const auto values = constant_components(value);
    const std::uint64_t bits = number.bits[width_place(value.bit_size)];
    return std::any_of(values.begin(), values.end(),
                       [bits](const ConstantValue& each) { return each.u64 == bits; });
}

bool swaps_sources(const RuleNode& node, unsigned orders) {
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

    // Whether the conditions may hold that ask for no more than which values the names stand for.
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
        case RuleConditionKind::never_negative:
        case RuleConditionKind::expression: break;
        }
        return true;
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

// Tries one order of the commutative sources.
class Matcher {
  public:
    Matcher(RuleMatch& match, unsigned orders) : match_(match), orders_(orders) {}

    bool sources(const RuleNode& node, const AluInstruction& alu, const Operand& result) {
        match_.exact |= alu.exact;
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

    void bind(unsigned name, const Operand& operand) {
        match_.names[name] = operand;
        match_.bound |= 1U << name;
    }

  private:
    // What the instruction reads where `result` is read of it.
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
            for (unsigned c = 0; c < result.num_components; ++c) {
                operand.swizzle[c] = read.swizzle[result.swizzle[c]];
            }
        }
        return value(wanted, operand);
    }

    bool value(const RuleNode& wanted, Operand& operand) {
        bool shared = false;
        const AluInstruction* alu = operand.value->instruction->as<AluInstruction>();
        while (alu != nullptr && alu->opcode == core::mov) {
            shared |= !operand.value->has_one_use();
            const AluSource& copied = alu->sources()[0];
            for (unsigned c = 0; c < operand.num_components; ++c) {
                operand.swizzle[c] = copied.swizzle[operand.swizzle[c]];
            }
            operand.value = copied.ssa;
            alu = operand.value->instruction->as<AluInstruction>();
        }
        if ((wanted.widths >> width_bit(operand.value->bit_size) & 1) == 0) {
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

    // Whether an instruction that makes a fixed number of components is read as it stands.
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
};

// What Glance::meets() leaves open of a condition.
bool holds(const RuleCondition& condition, const RuleMatch& match) {
    const unsigned first = condition.names[0];
    switch (condition.kind) {
    case RuleConditionKind::used_once: return (match.shared >> first & 1) == 0;
    case RuleConditionKind::never_negative: return is_never_negative(match.names[first]);
    case RuleConditionKind::not_constant:
    case RuleConditionKind::uniform:
    case RuleConditionKind::not_uniform: return true;
    case RuleConditionKind::expression: break;
    }
    const unsigned width = width_for(condition, match);
    const unsigned count = components_of(condition, match);
    std::array<std::uint64_t, kMaxRuleOperands> values{};
    for (unsigned c = 0; c < count; ++c) {
        gather_rule_operands(condition, match, c, values.data());
        if (!kRulePredicates[condition.function](values.data(), width)) {
            return false;
        }
    }
    return true;
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

// Whether it may change what is to be exact.
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
           !(rule.is(RuleFlag::loses_flush) && controls.flushes_denormals(width)) &&
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
    if ((node.widths >> width_bit(root.value.bit_size) & 1) == 0 ||
        (root.exact && !may_be_exact(rule))) {
        return false;
    }
    const std::span<const RuleCondition> conditions(kRuleConditions + rule.first_condition,
                                                    rule.num_conditions);
    Orders to_try;
    for (unsigned orders = 0; orders < 1U << rule.num_orders; ++orders) {
        if (!to_try.may_match(orders)) {
            continue;
        }
        Glance glance(root, orders);
        if (!glance.sources(node, root)) {
            to_try.failed(orders, glance.reached());
            continue;
        }
        if (!glance.meets(conditions)) {
            continue;
        }
        match.bound = 0;
        match.shared = 0;
        match.exact = false;
        Matcher matcher(match, orders);
        const Operand whole = all_of(root);
        matcher.bind(0, whole);
        if (matcher.sources(node, root, whole) && is_allowed(rule, match, controls) &&
            std::all_of(
                conditions.begin(), conditions.end(),
                [&match](const RuleCondition& condition) { return holds(condition, match); })) {
            return true;
        }
    }
    return false;
}

} // namespace jacquard::nir
