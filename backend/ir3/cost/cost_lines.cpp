#include <jacquard/ir3/cost/cost_lines.h>
#include <jacquard/ir3/cost/cost_waits.h>

#include <algorithm>
#include <map>
#include <utility>

namespace jacquard::ir3 {

std::vector<LineCost> costliest_lines(const CostedCode& code, std::span<const SourceLine> lines,
                                      std::size_t most) {
    std::vector<WordCost> words(lines.size());
    for (const std::vector<CostedWord>* part : {&code.preamble, &code.main}) {
        WaitClock clock;
        for (const CostedWord& word : *part) {
            clock.pass(word);
            if (word.index < words.size()) {
                words[word.index].issue = word.issue_slots;
            }
            const CostedWord* waited_for = clock.waited_for();
            if (waited_for != nullptr && waited_for->index < words.size()) {
                words[waited_for->index].waits += clock.waited();
            }
        }
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, LineCost> found;
    for (std::uint32_t i = 0; i < words.size(); ++i) {
        if (!lines[i].exists() || words[i].cycles() == 0) {
            continue;
        }
        LineCost& cost = found[{lines[i].file, lines[i].line}];
        cost.line = lines[i];
        words[i].index = i;
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
