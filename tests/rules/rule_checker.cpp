#include "rule_checker.h"

#include <jacquard/nir/fold/constant_evaluator.h>

#include "rule_values.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace rule_checker {

using rule_values::drawn;
using rule_values::drawn_between;
using rule_values::edges;

std::vector<Widths> all_widths(const Rule& rule) {
    std::vector<Widths> made = {Widths{}};
    for (unsigned i = 0; i < rule.num_classes; ++i) {
        std::vector<Widths> extended;
        for (const Widths& before : made) {
            for (const unsigned width : {1U, 8U, 16U, 32U, 64U}) {
                if ((kRuleWidths[rule.first_class + i] >> width_bit(width) & 1) != 0) {
                    Widths next = before;
                    next[i] = width;
                    extended.push_back(next);
                }
            }
        }
        made = extended;
    }
    return made;
}

Subject::Subject(const Rule& rule, const RuleText& text, const Widths& widths, unsigned own_count)
    : rule_(rule), text_(text), widths_(widths), own_count_(own_count) {
    const RuleNode& root = kRuleNodes[rule.first_node];
    const OpcodeInfo& info = opcode_info(static_cast<Opcode>(root.what));
    root_count_ = info.output_components;
    result_type_ = {info.output_type.base, static_cast<std::uint8_t>(width_of_node(root))};
    // The result of a selection is compared as a float if the rule may change one.
    compares_as_float_ =
        result_type_.base == BaseType::float_type ||
        (result_type_.base != BaseType::bool_type && rule.is(RuleFlag::loses_signed_zero));
    for (unsigned s = 0; s < rule.num_steps; ++s) {
        makes_floats_ |= opcode_info(kRuleSteps[rule.first_step + s].opcode).output_type.base ==
                         BaseType::float_type;
    }
    written_.reserve(64);
    const RuleNode* last = &root;
    for (const RuleNode* node = &root; node <= last; ++node) {
        if (node->kind == RuleNodeKind::instruction) {
            last = std::max(
                last, &kRuleNodes[node->first_source +
                                  opcode_info(static_cast<Opcode>(node->what)).num_sources - 1U]);
        }
    }
    found_.resize(static_cast<std::size_t>(last - &root) + 1);
    collect(root, root_count_, result_type_);
    if (root_count_ == 0) {
        root_count_ = own_count_;
    }
    for (Input& input : inputs_) {
        if (input.count == 0) {
            input.count = own_count_;
        }
    }
}

void Subject::collect(const RuleNode& node, unsigned count, AluType type) {
    if (node.kind == RuleNodeKind::instruction) {
        makes_floats_ |=
            opcode_info(static_cast<Opcode>(node.what)).output_type.base == BaseType::float_type;
    }
    if (node.kind == RuleNodeKind::number) {
        return;
    }
    if (node.kind != RuleNodeKind::instruction) {
        const bool constant = node.kind == RuleNodeKind::constant;
        for (Input& known : inputs_) {
            if (known.name == node.name) {
                known.is_constant |= constant;
                return;
            }
        }
        inputs_.push_back({node.name, count, type, constant});
        return;
    }
    const OpcodeInfo& info = opcode_info(static_cast<Opcode>(node.what));
    if (info.output_components > 1 && count == 0) {
        own_count_ = info.output_components;
    }
    for (unsigned i = 0; i < info.num_sources; ++i) {
        const RuleNode& source = kRuleNodes[node.first_source + i];
        // A source that is only copied has the type as which the copy is read.
        const bool copied = info.is_copy || (info.is_selection && i != 0);
        collect(source, info.source_components[i] != 0 ? info.source_components[i] : count,
                {copied ? type.base : info.source_types[i].base,
                 static_cast<std::uint8_t>(width_of_node(source))});
    }
}

void Subject::note(const Value& value, AluType type) {
    if (type.base != BaseType::float_type) {
        return;
    }
    for (unsigned c = 0; c < value.count; ++c) {
        saw_nan_ |= rule_values::is_nan(value.components[c].u64, value.width);
        saw_infinity_ |= rule_values::is_infinite(value.components[c].u64, value.width);
    }
}

void Subject::compute(Opcode opcode, unsigned width, unsigned count,
                      std::span<const Value* const> sources, Value& result) {
    const OpcodeInfo& info = opcode_info(opcode);
    std::array<const ConstantValue*, kMaxComponents> pointers{};
    for (unsigned i = 0; i < info.num_sources; ++i) {
        const unsigned wanted = info.source_components[i] != 0 ? info.source_components[i] : count;
        note(*sources[i], info.source_types[i]);
        pointers[i] = sources[i]->components.data();
        if (sources[i]->count == 1 && wanted != 1) {
            spread_[i].components.fill(sources[i]->components[0]);
            pointers[i] = spread_[i].components.data();
        }
    }
    result.count = info.output_components != 0 ? info.output_components : count;
    result.width = info.output_type.bit_size != 0 ? info.output_type.bit_size : width;
    if (!evaluate(opcode, width, count, pointers.data(), result.components.data(), controls_)) {
        counterexample_ = std::string(info.name) + " cannot be computed";
    }
    note(result, info.output_type);
}

const Value& Subject::evaluate_node(const RuleNode& node, unsigned count) {
    if (node.kind == RuleNodeKind::variable || node.kind == RuleNodeKind::constant) {
        return names_[node.name];
    }
    Value& result = found_[static_cast<std::size_t>(&node - &kRuleNodes[rule_.first_node])];
    if (node.kind == RuleNodeKind::number) {
        result.count = 1;
        result.width = width_of_node(node);
        result.components[0].u64 = kRuleNumbers[node.what].bits[width_place(result.width)];
        return result;
    }
    const auto opcode = static_cast<Opcode>(node.what);
    const OpcodeInfo& info = opcode_info(opcode);
    std::array<const Value*, kMaxComponents> sources;
    unsigned width = 0;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        const RuleNode& source = kRuleNodes[node.first_source + i];
        sources[i] = &evaluate_node(
            source, info.source_components[i] != 0 ? info.source_components[i] : count);
        if (static_cast<int>(i) == info.width_source) {
            width = sources[i]->width;
        }
    }
    compute(opcode, width, count, std::span(sources.data(), info.num_sources), result);
    if (node.name != kNoRuleName) {
        names_[node.name] = result;
    }
    return result;
}

const Value& Subject::evaluate_value(const RuleValue& value) {
    if (value.kind == RuleValueKind::step) {
        return steps_[value.index];
    }
    if (value.kind == RuleValueKind::name && value.component == kAllComponents) {
        return names_[value.index];
    }
    written_.emplace_back();
    Value& result = written_.back();
    result.count = 1;
    if (value.kind == RuleValueKind::name) {
        result.width = names_[value.index].width;
        result.components[0] = names_[value.index].components[value.component];
        return result;
    }
    result.width = value.width != 0 ? value.width : names_[value.width_of].width;
    if (value.kind == RuleValueKind::number) {
        result.components[0].u64 = kRuleNumbers[value.index].bits[width_place(result.width)];
        return result;
    }
    const RuleCondition& expression = kRuleComputed[value.index];
    for (unsigned i = 0; i < expression.num_names; ++i) {
        result.count = std::max(result.count, names_[expression.names[i]].count);
    }
    std::array<std::uint64_t, kMaxRuleOperands> operands{};
    for (unsigned c = 0; c < result.count; ++c) {
        static_cast<void>(gather(expression, c, operands.data()));
        const unsigned width =
            expression.width_of == kNoRuleName ? 0 : names_[expression.width_of].width;
        result.components[c] = constant_from_bits(
            kRuleFunctions[expression.function](operands.data(), width), result.width);
    }
    return result;
}

Value Subject::evaluate_replacement() {
    steps_.resize(rule_.num_steps);
    written_.clear();
    for (unsigned s = 0; s < rule_.num_steps; ++s) {
        const RuleStep& step = kRuleSteps[rule_.first_step + s];
        const OpcodeInfo& info = opcode_info(step.opcode);
        std::array<const Value*, kMaxComponents> sources;
        unsigned width = 0;
        unsigned count = 1;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            sources[i] = &evaluate_value(kRuleValues[step.first_source + i]);
            if (info.source_components[i] == 0) {
                count = std::max(count, sources[i]->count);
            }
            if (static_cast<int>(i) == info.width_source) {
                width = sources[i]->width;
            }
        }
        compute(step.opcode, width, count, std::span(sources.data(), info.num_sources), steps_[s]);
    }
    Value result = evaluate_value(rule_.result);
    if (result.count == 1) {
        result.components.fill(result.components[0]);
        result.count = root_count_;
    }
    return result;
}

bool Subject::gather(const RuleCondition& condition, unsigned component,
                     std::uint64_t* values) const {
    bool more = false;
    for (unsigned i = 0; i < condition.num_names; ++i) {
        const Value& value = names_[condition.names[i]];
        values[i] = value.components[value.count == 1 ? 0 : component].u64;
        more |= component + 1 < value.count;
    }
    return more;
}

namespace {

bool is_negative(const Value& value) {
    for (unsigned c = 0; c < value.count; ++c) {
        if (rule_values::float_value(value.components[c].u64, value.width) < 0.0) {
            return true;
        }
    }
    return false;
}

} // namespace

bool Subject::conditions_hold() const {
    for (unsigned i = 0; i < rule_.num_conditions; ++i) {
        const RuleCondition& condition = kRuleConditions[rule_.first_condition + i];
        if (condition.kind == RuleConditionKind::never_negative &&
            is_negative(names_[condition.names[0]])) {
            return false;
        }
        if (condition.kind != RuleConditionKind::expression) {
            continue;
        }
        std::array<std::uint64_t, kMaxRuleOperands> values{};
        const unsigned width =
            condition.width_of == kNoRuleName ? 0 : names_[condition.width_of].width;
        bool more = true;
        for (unsigned c = 0; more; ++c) {
            more = gather(condition, c, values.data());
            if (!kRulePredicates[condition.function](values.data(), width)) {
                return false;
            }
        }
    }
    return true;
}

bool Subject::draw(unsigned seed, std::array<Value, kMaxRuleNames>& names) {
    std::mt19937_64 random(seed);
    for (const Input& input : inputs_) {
        names_[input.name].count = input.count;
        names_[input.name].width = input.type.bit_size;
    }
    names_[0].width = result_type_.bit_size;
    for (unsigned attempt = 0; attempt < 4000; ++attempt) {
        for (const Input& input : inputs_) {
            const bool alike = input.is_constant && random() % 4 != 0;
            for (unsigned c = 0; c < input.count; ++c) {
                ConstantValue& value = names_[input.name].components[c];
                if (alike && c != 0) {
                    value = names_[input.name].components[0];
                } else if (text_.rounds_otherwise() && input.type.base == BaseType::float_type) {
                    // Some conditions hold for whole constants alone.
                    const bool is_whole = seed % 4 == 3 || (input.is_constant && random() % 2 == 0);
                    value.u64 =
                        drawn_between(random, input.type.bit_size, static_cast<double>(text_.low),
                                      static_cast<double>(text_.high), is_whole);
                } else {
                    value.u64 = drawn(random, input.type);
                }
            }
        }
        if (conditions_hold()) {
            names = names_;
            return true;
        }
    }
    return false;
}

// By the bound in units in the last place, or the one that is absolute below 1 and a part of what
// is larger; from what was found, or from that and the name by which they may differ.
bool Subject::is_close(const Value& found, const Value& made, unsigned component) const {
    const auto number = [&](const Value& value) {
        return rule_values::float_value(value.components[component].u64, value.width);
    };
    const double wanted = number(found);
    const double bound = static_cast<double>(text_.absolute) * std::max(1.0, std::abs(wanted));
    const double difference = number(made) - wanted;
    const double step = text_.off_by != 0 ? number(names_[text_.off_by]) : 0.0;
    return rule_values::units_between(found.components[component].u64,
                                      made.components[component].u64,
                                      found.width) <= text_.tolerance ||
           std::abs(difference) <= bound || std::abs(difference - step) <= bound ||
           std::abs(difference + step) <= bound;
}

bool Subject::same(const Value& found, const Value& made) const {
    if (found.count != made.count || found.width != made.width) {
        return false;
    }
    for (unsigned c = 0; c < found.count; ++c) {
        const std::uint64_t x = found.components[c].u64;
        const std::uint64_t y = made.components[c].u64;
        if (x == y) {
            continue;
        }
        if (!compares_as_float_) {
            return false;
        }
        if (rule_values::is_nan(x, found.width) && rule_values::is_nan(y, found.width)) {
            continue;
        }
        const std::uint64_t units = rule_values::units_between(x, y, found.width);
        if (rule_.is(RuleFlag::loses_signed_zero) && units == 0) {
            continue;
        }
        if (!text_.rounds_otherwise() || !is_close(found, made, c)) {
            return false;
        }
    }
    return true;
}

std::string Subject::described(const Value& found, const Value& made) const {
    std::ostringstream text;
    text << std::hex;
    for (const Input& input : inputs_) {
        text << "name " << input.name << '@' << std::dec << unsigned{input.type.bit_size}
             << std::hex << " =";
        for (unsigned c = 0; c < input.count; ++c) {
            text << " 0x" << names_[input.name].components[c].u64;
        }
        text << ", ";
    }
    text << "found 0x" << found.components[0].u64 << ", made 0x" << made.components[0].u64;
    return text.str();
}

bool Subject::try_one() {
    saw_nan_ = false;
    saw_infinity_ = false;
    const Value& found = evaluate_node(kRuleNodes[rule_.first_node], root_count_);
    const Value made = evaluate_replacement();
    if ((rule_.is(RuleFlag::loses_nan) && saw_nan_) ||
        (rule_.is(RuleFlag::loses_inf) && saw_infinity_)) {
        return true;
    }
    ++tried_;
    if (!same(found, made)) {
        counterexample_ = described(found, made);
    }
    return counterexample_.empty();
}

bool Subject::try_flushing() {
    if (rule_.is(RuleFlag::loses_flush) || text_.flushes_otherwise || !makes_floats_) {
        return true;
    }
    controls_.flush_denormals_16 = true;
    controls_.flush_denormals_32 = true;
    controls_.flush_denormals_64 = true;
    const bool good = try_one();
    controls_ = FloatControls();
    if (!good) {
        counterexample_ += " where denormals are flushed: say `unless: flush`, in a lowering with "
                           "`flush` why";
    }
    return good;
}

Verdict Subject::check(const Effort& effort) {
    unsigned bits = 0;
    for (const Input& input : inputs_) {
        const unsigned width = input.type.base == BaseType::bool_type ? 1 : input.type.bit_size;
        bits += width * input.count;
        names_[input.name].count = input.count;
        names_[input.name].width = input.type.bit_size;
    }
    names_[0].width = result_type_.bit_size;
    names_[0].count = root_count_;
    const bool everything = bits <= effort.exhaustive_bits && !text_.rounds_otherwise();
    if (everything) {
        for (std::uint64_t pattern = 0; pattern >> bits == 0; ++pattern) {
            std::uint64_t rest = pattern;
            for (const Input& input : inputs_) {
                const bool truth = input.type.base == BaseType::bool_type;
                const unsigned width = truth ? 1 : input.type.bit_size;
                for (unsigned c = 0; c < input.count; ++c) {
                    const std::uint64_t value = rest & mask_of_bits(width);
                    names_[input.name].components[c].u64 =
                        truth && value != 0 ? mask_of_bits(input.type.bit_size) : value;
                    rest >>= width;
                }
            }
            if (conditions_hold() && !(try_one() && try_flushing())) {
                return {Outcome::wrong, counterexample_};
            }
        }
    } else {
        std::array<Value, kMaxRuleNames> drawn_names;
        for (unsigned i = 0; i < effort.tries; ++i) {
            if (!draw(i, drawn_names)) {
                break;
            }
            if (!(try_one() && try_flushing())) {
                return {Outcome::wrong, counterexample_};
            }
        }
    }
    if (tried_ == 0) {
        return {};
    }
    return {everything ? Outcome::exhausted : Outcome::sampled, {}};
}

} // namespace rule_checker
