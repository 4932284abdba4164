#include <jacquard/spirv/translate/control_flow/flow_blocks.h>
#include <jacquard/spirv/translate/control_flow/jumps.h>
#include <jacquard/spirv/translate/control_flow/switch_cases.h>

// The cases of switches.
namespace jacquard::spirv {

// The cases in the order of the instruction, each label once. Values that go where control meets
// again are a case without a label.
std::vector<SwitchCase> SwitchCases::cases_of(Words words, std::uint32_t merge) const {
    std::vector<SwitchCase> cases;
    std::unordered_map<std::uint32_t, std::size_t> places; // by label
    const auto case_at = [&](std::uint32_t label) -> SwitchCase& {
        const std::uint32_t wanted = label == merge ? 0 : label;
        const auto [known, is_new] = places.emplace(wanted, cases.size());
        if (is_new) {
            cases.push_back({wanted, {}, false, false});
        }
        return cases[known->second];
    };
    const std::uint32_t literal = flow_blocks_.literal_words(words[0]);
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
void SwitchCases::find_fall_through(std::vector<SwitchCase>& cases, std::uint32_t merge) {
    std::unordered_map<std::uint32_t, std::uint32_t> next; // by label
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (const SwitchCase& each : cases) {
        places.emplace(each.label, places.size());
    }
    for (const SwitchCase& each : cases) {
        std::unordered_set<std::uint32_t> seen;
        std::vector<std::uint32_t> waiting;
        if (each.label != 0) {
            waiting.push_back(each.label);
        }
        while (!waiting.empty()) {
            const std::uint32_t label = waiting.back();
            waiting.pop_back();
            if (label == merge || jumps_.is_jump_target(label) || !seen.insert(label).second) {
                continue;
            }
            if (label != each.label && places.contains(label)) {
                const auto [known, is_new] = next.emplace(each.label, label);
                if (!is_new && known->second != label) {
                    unsupported("cases that fall into several others are");
                }
                continue;
            }
            flow_blocks_.add_targets(flow_blocks_.flow_block(label), waiting);
        }
    }
    std::unordered_set<std::uint32_t> fallen_into;
    for (const auto& [from, to] : next) {
        if (!fallen_into.insert(to).second) {
            unsupported("cases that several others fall into are");
        }
    }
    std::vector<SwitchCase> ordered;
    for (const SwitchCase& first : cases) {
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

nir::SsaDef* SwitchCases::is_chosen(SsaDef* selector, const SwitchCase& wanted,
                                    const std::vector<SwitchCase>& all) {
    const auto is_one_of = [&](const SwitchCase& given, SsaDef* before) {
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
    for (const SwitchCase& each : all) {
        if (&each != &wanted) {
            other = is_one_of(each, other);
        }
    }
    return other == nullptr ? b().imm_bool(true) : b().inot(other);
}

} // namespace jacquard::spirv
