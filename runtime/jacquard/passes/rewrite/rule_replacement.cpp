#include <jacquard/nir/build/operand_list.h>
#include <jacquard/passes/rewrite/rule_replacement.h>

#include <algorithm>
#include <array>
#include <limits>

namespace jacquard::nir {

namespace {

constexpr std::size_t kMaxRuleSteps = std::numeric_limits<decltype(Rule::num_steps)>::max();

class Replacement {
  public:
    Replacement(CoreBuilder& builder, const Rule& rule, const RuleMatch& match,
                std::vector<Instruction*>& made)
        : builder_(builder), rule_(rule), match_(match), made_(made) {
        made_.clear();
    }

    SsaDef* build() {
        for (unsigned i = 0; i < rule_.num_steps; ++i) {
            const RuleStep& step = kRuleSteps[rule_.first_step + i];
            const OpcodeInfo& info = opcode_info(step.opcode);
            OperandList operands;
            for (unsigned s = 0; s < info.num_sources; ++s) {
                operands.add(operand(kRuleValues[step.first_source + s]));
            }
            steps_[i] = record(builder_.alu(step.opcode, operands.all()));
        }
        Operand result = operand(rule_.result);
        const unsigned wanted = match_.names[0].num_components;
        if (result.num_components != wanted) {
            result = spread(result, wanted);
        }
        return result.is_whole() ? result.value : record(builder_.whole(result));
    }

  private:
    SsaDef* record(SsaDef* value) {
        made_.push_back(value->instruction);
        return value;
    }

    static Operand spread(const Operand& scalar, unsigned count) {
        Operand result = scalar;
        result.num_components = static_cast<std::uint8_t>(count);
        result.swizzle.fill(scalar.swizzle[0]);
        return result;
    }

    Operand operand(const RuleValue& value) {
        switch (value.kind) {
        case RuleValueKind::name: {
            const Operand& found = match_.names[value.index];
            return value.component == kAllComponents ? found : channel(found, value.component);
        }
        case RuleValueKind::step: return {steps_[value.index]};
        case RuleValueKind::number: {
            const unsigned width = width_of(value);
            return {number(kRuleNumbers[value.index].bits[width_place(width)], width)};
        }
        case RuleValueKind::computed: break;
        }
        return {computed(kRuleComputed[value.index], width_of(value))};
    }

    // Equal numbers of one replacement are one instruction.
    SsaDef* number(std::uint64_t bits, unsigned width) {
        for (Instruction* instruction : made_) {
            auto* constant = instruction->as<ConstantInstruction>();
            if (constant != nullptr && constant->value.num_components == 1 &&
                constant->value.bit_size == width && constant->values[0].u64 == bits) {
                return &constant->value;
            }
        }
        return record(builder_.imm_bits(bits, width));
    }

    [[nodiscard]] unsigned width_of(const RuleValue& value) const {
        return value.width != 0 ? value.width : match_.names[value.width_of].value->bit_size;
    }

    // One component where all would be equal.
    SsaDef* computed(const RuleCondition& expression, unsigned width) {
        std::array<ConstantValue, kMaxComponents> values;
        const unsigned count = components_of(expression, match_);
        std::array<std::uint64_t, kMaxRuleOperands> operands{};
        bool uniform = true;
        for (unsigned c = 0; c < count; ++c) {
            gather_rule_operands(expression, match_, c, operands.data());
            const std::uint64_t bits =
                kRuleFunctions[expression.function](operands.data(), width_for(expression, match_));
            values[c] = constant_from_bits(bits, width);
            uniform &= values[c].u64 == values[0].u64;
        }
        return record(builder_.constant(width, std::span(values.data(), uniform ? 1 : count)));
    }

    CoreBuilder& builder_;
    const Rule& rule_;
    const RuleMatch& match_;
    std::vector<Instruction*>& made_;
    std::array<SsaDef*, kMaxRuleSteps> steps_; // as many as were built
};

} // namespace

SsaDef* build_replacement(CoreBuilder& builder, const Rule& rule, const RuleMatch& match,
                          std::vector<Instruction*>& made) {
    builder.exact = match.exact;
    builder.relaxed = match.relaxed;
    return Replacement(builder, rule, match, made).build();
}

} // namespace jacquard::nir
