#include <jacquard/ir3/cost/cost_lines.h>
#include <jacquard/ir3/cost/wave_run.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace jacquard::ir3 {

namespace {

class WordCostsBuilder {
  public:
    WordCostsBuilder(const CostedCode& code, std::size_t size) : code_(code) {
        costs_.words.resize(size);
        for (std::uint32_t i = 0; i < size; ++i) {
            costs_.words[i].index = i;
            costs_.words[i].times = 0;
        }
        for (const CostedWord& lookup : code.prefetches) {
            costs_.prefetches.push_back(
                {static_cast<std::uint32_t>(costs_.prefetches.size()), 0, lookup.unit_cycles});
        }
    }

    WordCosts run(const CostFlow& main) {
        pass(code_.preamble, cost_flow(code_.preamble), {}, true);
        costs_.cycles = pass(code_.main, main, code_.prefetches, false);
        return std::move(costs_);
    }

  private:
    WaitCycles pass(std::span<const CostedWord> words, const CostFlow& flow,
                    std::span<const CostedWord> before, bool in_preamble) {
        std::vector<std::uint32_t> blocks(flow.blocks.size());
        std::iota(blocks.begin(), blocks.end(), 0U);
        return WaveRun(words, flow, before).run(blocks, [&](const WordPass& pass) {
            note(pass, in_preamble);
        });
    }

    void note(const WordPass& pass, bool in_preamble) {
        const double waited = pass.times * pass.waited;
        const CostedWord* waited_for = pass.waited_for;
        const bool for_prefetch = waited_for != nullptr && is_prefetch(*waited_for);
        if (for_prefetch) {
            costs_.prefetches[static_cast<std::size_t>(waited_for - code_.prefetches.data())]
                .waits += waited;
        } else if (waited_for != nullptr && waited_for->index < costs_.words.size()) {
            costs_.words[waited_for->index].waits += waited;
        }
        if (pass.word->index >= costs_.words.size()) {
            return;
        }
        WordCost& cost = costs_.words[pass.word->index];
        cost.times += pass.times;
        cost.issue += pass.times * pass.word->issue_slots;
        if (!in_preamble && pass.word->half && pass.word->unit == CostUnit::alu) {
            costs_.half_savings +=
                pass.times * std::max(pass.word->issue_slots - pass.word->unit_cycles, 0.0);
        }
        cost.busy += pass.times * pass.word->unit_cycles;
        cost.stalls += waited;
        cost.unit = pass.word->unit;
        cost.slowdown = pass.word->slowdown;
        cost.in_preamble = in_preamble;
        if (waited_for != nullptr) {
            cost.stalls_for = for_prefetch ? WordCost::kNothing : waited_for->index;
        }
    }

    [[nodiscard]] bool is_prefetch(const CostedWord& word) const {
        return std::any_of(code_.prefetches.begin(), code_.prefetches.end(),
                           [&word](const CostedWord& each) { return &each == &word; });
    }

    const CostedCode& code_;
    WordCosts costs_;
};

class LineCostsBuilder {
  public:
    LineCostsBuilder(const CostOrigins& origins, UnlinedCycles& rest)
        : origins_(origins), rest_(rest) {}

    std::vector<LineCost> run(const WordCosts& costs) {
        bool any_line = false;
        for (const WordCost& word : costs.words) {
            const SourceLine line = at(origins_.words, word.index);
            if (word.times == 0 && word.waits == 0) {
                continue; // padding, and what nothing reaches
            }
            if (line.exists()) {
                add_word(line, word);
                any_line = any_line || !word.in_preamble;
            } else {
                rest_.words.push_back(word);
                (word.in_preamble ? rest_.preamble
                 : any_line       ? rest_.flow
                                  : rest_.prologue) += word.cycles();
            }
        }
        for (const PrefetchCost& lookup : costs.prefetches) {
            const SourceLine line = at(origins_.prefetches, lookup.index);
            if (line.exists()) {
                add_prefetch(line, lookup);
            } else {
                rest_.prefetch += lookup.waits;
            }
        }
        note_shared();
        std::vector<LineCost> lines;
        lines.reserve(found_.size());
        for (auto& [place, cost] : found_) {
            rest_.preamble += cost.preamble;
            lines.push_back(std::move(cost));
        }
        std::stable_sort(lines.begin(), lines.end(), [](const LineCost& a, const LineCost& b) {
            return a.weight() != b.weight() ? a.weight() > b.weight() : a.cycles() > b.cycles();
        });
        return lines;
    }

  private:
    using Place = std::pair<std::uint32_t, std::uint32_t>; // file, line

    static SourceLine at(std::span<const SourceLine> lines, std::size_t index) {
        return index < lines.size() ? lines[index] : SourceLine();
    }

    LineCost& cost_of(const SourceLine& line) {
        const auto [place, is_new] = found_.try_emplace(Place(line.file, line.line));
        LineCost& cost = place->second;
        if (is_new) {
            cost.line = line;
            cost.line.name = 0;
        } else if (cost.line.call != line.call) {
            cost.line.call = 0; // several calls brought it here
        }
        return cost;
    }

    void add_word(const SourceLine& line, const WordCost& word) {
        LineCost& cost = cost_of(line);
        cost.words.push_back(word);
        if (word.in_preamble) {
            cost.preamble += word.cycles();
            return;
        }
        cost.issue += word.issue;
        cost.waits += word.waits;
        cost.busy[static_cast<unsigned>(word.unit)] += word.busy;
        cost.most_times = std::max(cost.most_times, word.times);
        add_to_callers(line, word.cycles());
        add_to_sharers(line, word.cycles());
    }

    void add_prefetch(const SourceLine& line, const PrefetchCost& lookup) {
        LineCost& cost = cost_of(line);
        cost.prefetches.push_back(lookup);
        cost.waits += lookup.waits;
        cost.busy[static_cast<unsigned>(CostUnit::texture)] += lookup.busy;
        cost.most_times = std::max(cost.most_times, 1.0);
        add_to_callers(line, lookup.waits);
        add_to_sharers(line, lookup.waits);
    }

    // Calls visit(SourceLine) for each line on the way from a line to the entry, that one included;
    // once, also where functions stand on one line.
    template <typename Visitor>
    void for_each_on_way(const SourceLine& line, std::set<Place>& seen, Visitor&& visit) const {
        const std::vector<CallSite>& calls = origins_.context.calls;
        SourceLine at = line;
        while (true) {
            if (at.exists() && seen.insert({at.file, at.line}).second) {
                visit(at);
            }
            if (at.call == 0 || at.call > calls.size()) {
                return;
            }
            at = calls[at.call - 1].at;
        }
    }

    void add_to_callers(const SourceLine& line, double cycles) {
        std::set<Place> seen = {{line.file, line.line}};
        for_each_on_way(line, seen,
                        [&](const SourceLine& site) { cost_of(site).in_calls += cycles; });
    }

    // A line that is served is one that does not lead to the line that serves it anyway.
    void add_to_sharers(const SourceLine& line, double cycles) {
        if (line.sharers == 0 || cycles == 0) {
            return;
        }
        std::set<Place> seen;
        for_each_on_way(line, seen, [](const SourceLine&) {});
        bool is_shared = false;
        origins_.context.for_each_sharer(line, [&](const SourceLine& sharer) {
            if (!sharer.exists()) {
                cost_of(line).serves_others = true;
                return;
            }
            for_each_on_way(sharer, seen, [&](const SourceLine& other) {
                shared_[{{line.file, line.line}, {other.file, other.line}}] += cycles;
                static_cast<void>(cost_of(other));
                is_shared = true;
            });
        });
        cost_of(line).shared += is_shared ? cycles : 0;
    }

    // Tells each line what it shares, the most first.
    void note_shared() {
        for (const auto& [places, cycles] : shared_) {
            LineCost& server = found_.at(places.first);
            LineCost& served = found_.at(places.second);
            server.serves.push_back({served.line, cycles});
            served.served_by.push_back({server.line, cycles});
        }
        for (auto& [place, cost] : found_) {
            for (std::vector<SharedCycles>* list : {&cost.serves, &cost.served_by}) {
                std::stable_sort(list->begin(), list->end(),
                                 [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
            }
        }
    }

    const CostOrigins& origins_;
    UnlinedCycles& rest_;
    std::map<Place, LineCost> found_;
    std::map<std::pair<Place, Place>, double>
        shared_; // by the line that serves, and the served one
};

} // namespace

double LineCost::weight() const {
    constexpr std::size_t kFirst = static_cast<std::size_t>(CostUnit::none) + 1;
    const double longest = *std::max_element(busy.begin() + kFirst, busy.end());
    return std::max({cycles() + in_calls, longest});
}

WordCosts word_costs(const CostedCode& code, const CostFlow& flow, std::size_t size) {
    return WordCostsBuilder(code, size).run(flow);
}

std::vector<LineCost> line_costs(const WordCosts& costs, const CostOrigins& origins,
                                 UnlinedCycles& rest) {
    return LineCostsBuilder(origins, rest).run(costs);
}

} // namespace jacquard::ir3
