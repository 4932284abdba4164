#include <jacquard/spirv/translate/translator.h>

#include <algorithm>

// Switches. Where no case falls into another one or is left from further inside, each case is an
// if; else the cases stand in a loop that runs once.
namespace jacquard::spirv {

// The cases in the order of the instruction, each label once. Values that go where control meets
// again are a case without a label.
std::vector<Translator::Case> Translator::cases_of(Words words, std::uint32_t merge) const {
    std::vector<Case> cases;
    std::unordered_map<std::uint32_t, std::size_t> places; // by label
    const auto case_at = [&](std::uint32_t label) -> Case& {
        const std::uint32_t wanted = label == merge ? 0 : label;
        const auto [known, is_new] = places.emplace(wanted, cases.size());
        if (is_new) {
            cases.push_back({wanted, {}, false, false});
        }
        return cases[known->second];
    };
    const std::uint32_t literal = literal_words(words[0]);
    for (std::size_t i = 2; i + literal < words.size(); i += literal + 1) {
        std::uint64_t bits = words[i];
        if (literal > 1) {
            bits |= std::uint64_t{words[i + 1]} << 32;
        }
        case_at(words[i + literal]).literals.push_back(bits);
    }
    case_at(words[1]).is_default = true;
    return cases;
}

// Finds which case another one falls into, and puts each behind the one that falls into it.
void Translator::find_fall_through(std::vector<Case>& cases, std::uint32_t merge) {
    std::unordered_map<std::uint32_t, std::uint32_t> next; // by label
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (const Case& each : cases) {
        places.emplace(each.label, places.size());
    }
    for (const Case& each : cases) {
        std::unordered_set<std::uint32_t> seen;
        std::vector<std::uint32_t> waiting;
        if (each.label != 0) {
            waiting.push_back(each.label);
        }
        while (!waiting.empty()) {
            const std::uint32_t label = waiting.back();
            waiting.pop_back();
            if (label == merge || is_jump_target(label) || !seen.insert(label).second) {
                continue;
            }
            if (label != each.label && places.contains(label)) {
                const auto [known, is_new] = next.emplace(each.label, label);
                if (!is_new && known->second != label) {
                    unsupported("cases that fall into several others are");
                }
                continue;
            }
            add_targets(flow_block(label), waiting);
        }
    }
    std::unordered_set<std::uint32_t> fallen_into;
    for (const auto& [from, to] : next) {
        if (!fallen_into.insert(to).second) {
            unsupported("cases that several others fall into are");
        }
    }
    std::vector<Case> ordered;
    for (const Case& first : cases) {
        if (fallen_into.contains(first.label)) {
            continue;
        }
        for (std::uint32_t label = first.label;;) {
            ordered.push_back(cases[places.at(label)]);
            ordered.back().falls_in = label != first.label;
            const auto then = next.find(label);
            if (then == next.end()) {
                break;
            }
            label = then->second;
        }
    }
    if (ordered.size() != cases.size()) {
        malformed("cases fall into one another in a circle");
    }
    cases = std::move(ordered);
}

nir::SsaDef* Translator::is_chosen(SsaDef* selector, const Case& wanted,
                                   const std::vector<Case>& all) {
    const auto is_one_of = [&](const Case& given, SsaDef* before) {
        SsaDef* any = before;
        for (const std::uint64_t literal : given.literals) {
            SsaDef* is_it = b().ieq(selector, b().imm_bits(literal, selector->bit_size));
            any = any == nullptr ? is_it : b().ior(any, is_it);
        }
        return any;
    };
    if (!wanted.is_default) {
        return is_one_of(wanted, nullptr);
    }
    // The default is chosen by its own values and by what no other case names.
    SsaDef* other = nullptr;
    for (const Case& each : all) {
        if (&each != &wanted) {
            other = is_one_of(each, other);
        }
    }
    return other == nullptr ? b().imm_bool(true) : b().inot(other);
}

void Translator::translate_plain_cases(SsaDef* selector, const std::vector<Case>& cases,
                                       std::uint32_t label, std::uint32_t merge) {
    for (const Case& each : cases) {
        if (each.label == 0) {
            continue;
        }
        const Nesting nesting(*this);
        nir::IfNode* node = b().push_if(is_chosen(selector, each, cases));
        translate_region(branch(label, each.label, merge), merge);
        b().pop_if(node);
    }
}

void Translator::translate_cases(SsaDef* selector, const std::vector<Case>& cases,
                                 std::uint32_t label, std::uint32_t merge) {
    const Nesting nesting(*this);
    push_frame(merge, 0);
    nir::Variable* falls = nullptr;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Case& each = cases[i];
        if (each.label == 0) {
            continue;
        }
        SsaDef* is_itself = is_chosen(selector, each, cases);
        SsaDef* condition = is_itself;
        if (each.falls_in) {
            condition = b().ior(condition, b().load_deref(places_.variable(*falls)));
        }
        const Nesting inner(*this);
        nir::IfNode* node = b().push_if(condition);
        if (each.falls_in) {
            nir::IfNode* chosen = b().push_if(is_itself);
            store_phis(label, each.label);
            b().pop_if(chosen);
            set_truth(falls, false);
        } else {
            store_phis(label, each.label);
        }
        const bool falls_on = i + 1 < cases.size() && cases[i + 1].falls_in;
        if (!falls_on) {
            if (translate_region(each.label, merge)) {
                b().jump(nir::JumpKind::break_loop);
            }
        } else {
            falls = falls != nullptr ? falls : truth_variable("falls");
            // It may fall from further inside.
            const std::uint32_t next = cases[i + 1].label;
            push_frame(next, 0);
            if (translate_region(each.label, next)) {
                b().jump(nir::JumpKind::break_loop);
            }
            pop_frame();
            set_truth(falls, true);
        }
        b().pop_if(node);
    }
    b().jump(nir::JumpKind::break_loop);
    pop_frame();
}

std::uint32_t Translator::translate_switch(const FlowBlock& block, std::uint32_t label,
                                           std::uint32_t stop) {
    const Words words = terminator(block);
    const std::uint32_t merge = block.merge;
    if (merge == 0 || block.continues != 0) {
        malformed("a switch says where control meets again");
    }
    SsaDef* selector = def(words[0]);
    if (selector->num_components != 1 || selector->bit_size == 1) {
        malformed("the selector of a switch is not an integer");
    }
    std::vector<Case> cases = cases_of(words, merge);
    find_fall_through(cases, merge);
    std::vector<std::uint32_t> targets;
    add_targets(block, targets);
    auto exits = static_cast<unsigned>(std::count(targets.begin(), targets.end(), merge));
    if (exits != 0) {
        store_phis(label, merge); // cases that come there later write them anew
    }
    bool is_plain = true;
    for (const Case& each : cases) {
        is_plain = is_plain && !each.falls_in;
        exits += each.label != 0 ? plain_exits(each.label, merge) : 0;
    }
    if (is_plain && exits == flow_block(merge).num_predecessors) {
        translate_plain_cases(selector, cases, label, merge);
    } else {
        translate_cases(selector, cases, label, merge);
    }
    return meet_at(merge, stop);
}

} // namespace jacquard::spirv
