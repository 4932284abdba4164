// The matcher finds what every rule says it finds.
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/generated/nir/places.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

#include "catch.h"
#include "rule_checker.h"

#include <iostream>
#include <map>
#include <memory>
#include <vector>

using namespace rule_checker;

namespace {

bool asks_for(RuleConditionKind kind, const Rule& rule, unsigned name) {
    for (unsigned i = 0; i < rule.num_conditions; ++i) {
        const RuleCondition& condition = kRuleConditions[rule.first_condition + i];
        if (condition.kind == kind && condition.names[0] == name) {
            return true;
        }
    }
    return false;
}

// One of the opcodes that make floats of any width that are never less than zero.
Opcode never_negative_opcode(unsigned choice) {
    std::vector<Opcode> found;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const OpcodeInfo& info = kOpcodeInfos[i];
        if (info.never_negative == NeverNegative::always && info.num_sources == 1 &&
            info.output_type == AluType{BaseType::float_type, 0}) {
            found.push_back(static_cast<Opcode>(i));
        }
    }
    return found[choice % found.size()];
}

// A shader that computes what a rule finds.
class Specimen {
  public:
    Specimen(const Rule& rule, const Subject& subject,
             const std::array<Value, kMaxRuleNames>& values, bool exact, unsigned seed)
        : shader_(std::make_unique<Shader>(Stage::fragment)),
          builder_(*shader_->add_function("main", true)), subject_(subject) {
        builder_.exact = exact;
        for (const Input& input : subject.inputs()) {
            const bool is_constant =
                input.is_constant || asks_for(RuleConditionKind::uniform, rule, input.name);
            names_[input.name] =
                is_constant ? builder_.constant(
                                  input.type.bit_size,
                                  std::span(values[input.name].components.data(), input.count))
                            : builder_.undef(input.count, input.type.bit_size);
            if (asks_for(RuleConditionKind::never_negative, rule, input.name)) {
                names_[input.name] =
                    builder_.alu(never_negative_opcode(seed), {names_[input.name]});
            }
            if (asks_for(RuleConditionKind::used_often, rule, input.name)) {
                builder_.alu(Opcode::mov, {names_[input.name]}); // another reader
            }
        }
        const RuleNode& root = kRuleNodes[rule.first_node];
        const unsigned count = opcode_info(static_cast<Opcode>(root.what)).output_components;
        SsaDef* value = node(root, count != 0 ? count : subject.own_count());
        builder_.exact = false;
        builder_.alu(Opcode::mov, {value});
        shader_->entry->link_blocks();
    }

    Shader& shader() { return *shader_; }

  private:
    SsaDef* node(const RuleNode& wanted, unsigned count) {
        if (wanted.kind == RuleNodeKind::number) {
            const unsigned width = subject_.width_of_node(wanted);
            return builder_.imm_bits(kRuleNumbers[wanted.what].bits[width_place(width)], width);
        }
        if (wanted.kind != RuleNodeKind::instruction) {
            return names_[wanted.name];
        }
        if (wanted.name != kNoRuleName && names_[wanted.name] != nullptr) {
            return names_[wanted.name];
        }
        const auto opcode = static_cast<Opcode>(wanted.what);
        const OpcodeInfo& info = opcode_info(opcode);
        std::vector<Operand> operands;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            operands.emplace_back(
                node(kRuleNodes[wanted.first_source + i],
                     info.source_components[i] != 0 ? info.source_components[i] : count));
        }
        const unsigned components = info.output_components != 0 ? info.output_components : count;
        return names_[wanted.name == kNoRuleName ? kMaxRuleNames : wanted.name] =
                   builder_.alu(opcode, operands, components, 0);
    }

    std::unique_ptr<Shader> shader_;
    Builder builder_;
    const Subject& subject_;
    std::array<SsaDef*, kMaxRuleNames + 1> names_{};
};

std::vector<std::uint32_t> applied_to(Shader& shader, const RuleGroup& group) {
    std::vector<std::uint32_t> applied(group.num_rules);
    rewrite_group(shader, group, {applied});
    CHECK(validation_report(shader, "after the rules") == "");
    return applied;
}

// Returns true if the rule is applied to its specimen at some choice of widths; else `instead` gets
// the rules that were.
bool is_found(const RuleGroup& group, unsigned number, unsigned own_count, std::string& instead) {
    const std::size_t index = group.first_rule + number;
    for (const Widths& widths : all_widths(kRules[index])) {
        Subject subject(kRules[index], kRuleTexts[index], widths, own_count);
        std::array<Value, kMaxRuleNames> values;
        for (unsigned seed = 1; seed < 6; ++seed) {
            // Some of the seeds give whole numbers, for which alone some conditions hold.
            if (!subject.draw(seed, values)) {
                continue;
            }
            Specimen specimen(kRules[index], subject, values, false, seed);
            const std::vector<std::uint32_t> applied = applied_to(specimen.shader(), group);
            if (applied[number] != 0) {
                return true;
            }
            for (unsigned other = 0; other < applied.size(); ++other) {
                if (applied[other] != 0) {
                    instead = kRuleTexts[group.first_rule + other].name;
                }
            }
        }
    }
    return false;
}

} // namespace

TEST_CASE("the matcher finds what each rule says, for scalars and vectors") {
    unsigned preempted = 0;
    for (const RuleGroup& group : kRuleGroups) {
        for (unsigned number = 0; number < group.num_rules; ++number) {
            const RuleText& text = kRuleTexts[group.first_rule + number];
            for (const unsigned own_count : {1U, 3U}) {
                std::string instead;
                if (is_found(group, number, own_count, instead)) {
                    continue;
                }
                if (instead.empty()) {
                    FAIL_CHECK(place(text.place)
                               << ": rule '" << text.name.view() << "' never applies");
                } else if (own_count == 1) {
                    ++preempted;
                    std::cout << place(text.place) << ": before '" << text.name << "' applies, '"
                              << instead << "' does\n";
                }
            }
        }
    }
    std::cout << preempted << " rules only apply to what others leave\n";
}

TEST_CASE("exact instructions are left to rules that keep every bit") {
    for (const RuleGroup& group : kRuleGroups) {
        for (unsigned number = 0; number < group.num_rules; ++number) {
            const std::size_t index = group.first_rule + number;
            const Rule& rule = kRules[index];
            if (!rule.is(RuleFlag::inexact) && !rule.is(RuleFlag::loses_signed_zero) &&
                !rule.is(RuleFlag::loses_nan) && !rule.is(RuleFlag::loses_inf)) {
                continue;
            }
            Subject subject(rule, kRuleTexts[index], all_widths(rule).front());
            std::array<Value, kMaxRuleNames> values;
            if (!subject.draw(1, values)) {
                continue;
            }
            Specimen specimen(rule, subject, values, true, 1);
            INFO(place(kRuleTexts[index].place));
            CHECK(applied_to(specimen.shader(), group)[number] == 0);
        }
    }
}

TEST_CASE("numbers of patterns are found by their bits") {
    unsigned num_known = 0;
    for (const RuleGroup& group : kRuleGroups) {
        for (const RuleConstants& constants : group.constants) {
            std::size_t num_free = 0;
            for (const RuleConstant& row : constants.rows) {
                num_free += row.state == 0 ? 1 : 0;
                CHECK((row.state == 0 || constants.state_of(row.bits) == row.state));
            }
            CHECK(2 * num_free >= constants.rows.size());
            CHECK(constants.state_of(0x123456789abcdef0) == 0);
            num_known += static_cast<unsigned>(constants.rows.size() - num_free);
        }
    }
    CHECK(num_known != 0);
}
