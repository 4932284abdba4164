#include <jacquard/ir3/cost/cost_lines.h>
#include <jacquard/ir3/cost/cost_waits.h>

#include <algorithm>
#include <map>
#include <utility>

namespace jacquard::ir3 {

std::vector<WordCost> word_costs(const CostedCode& code, std::size_t size) {
    std::vector<WordCost> words(size);
    for (std::uint32_t i = 0; i < size; ++i) {
        words[i].index = i;
    }
    for (const std::vector<CostedWord>* part : {&code.preamble, &code.main}) {
        WaitClock clock;
        for (const CostedWord& word : *part) {
            clock.pass(word);
            const CostedWord* waited_for = clock.waited_for();
            if (waited_for != nullptr && waited_for->index < words.size()) {
                words[waited_for->index].waits += clock.waited();
            }
            if (word.index < words.size()) {
                WordCost& cost = words[word.index];
                cost.issue = word.issue_slots;
                cost.stalls = clock.waited();
                cost.stalls_for = waited_for != nullptr ? waited_for->index : WordCost::kNothing;
            }
        }
    }
    return words;
}

std::vector<LineCost> costliest_lines(const CostedCode& code, std::span<const SourceLine> lines,
                                      std::size_t most) {
    const std::vector<WordCost> words = word_costs(code, lines.size());
    std::map<std::pair<std::uint32_t, std::uint32_t>, LineCost> found;
    for (std::uint32_t i = 0; i < words.size(); ++i) {
        if (!lines[i].exists() || words[i].cycles() == 0) {
            continue;
        }
        LineCost& cost = found[{lines[i].file, lines[i].line}];
        cost.line = lines[i];
        cost.issue += words[i].issue;
        cost.waits += words[i].waits;
        cost.words.push_back(words[i]);
    }
    std::vector<LineCost> costs;
    costs.reserve(found.size());
    for (auto& [place, cost] : found) {
        costs.push_back(std::move(cost));
    }
    std::stable_sort(costs.begin(), costs.end(),
                     [](const LineCost& a, const LineCost& b) { return a.cycles() > b.cycles(); });
    costs.resize(std::min(costs.size(), most));
    return costs;
}

} // namespace jacquard::ir3
