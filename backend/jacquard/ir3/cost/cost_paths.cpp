#include <jacquard/ir3/cost/cost_paths.h>
#include <jacquard/ir3/cost/wave_run.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace jacquard::ir3 {

namespace {

void add(UnitCycles& sum, const CostedWord& word, double times) {
    sum[static_cast<unsigned>(CostUnit::none)] += times * word.issue_slots;
    if (word.unit != CostUnit::none) {
        sum[static_cast<unsigned>(word.unit)] += times * word.unit_cycles;
    }
}

void add_pass(WaitCycles& sum, const WordPass& pass) {
    sum.issue += pass.times * pass.word->issue_slots;
    const bool is_short = pass.waited_for != nullptr && pass.waited_for->result == Sync::ss;
    (is_short ? sum.short_wait : sum.long_wait) += pass.times * pass.waited;
}

class Paths {
  public:
    Paths(std::span<const CostedWord> words, const CostFlow& flow,
          std::span<const CostedWord> before)
        : words_(words), flow_(flow), before_(before) {}

    CostPaths run() {
        CostPaths paths;
        for (const CostedWord& word : before_) {
            add(paths.total, word, 1);
        }
        for (std::size_t i = 0; i < flow_.blocks.size(); ++i) {
            for (const CostedWord& word : words_of(i)) {
                add(paths.total, word, flow_.most_times[i]);
            }
        }
        paths.bounded = flow_.is_bounded();
        if (flow_.order.empty()) {
            return paths;
        }
        paths.longest = extremes(flow_.most_times, std::greater<>());
        paths.shortest = extremes(flow_.least_times, std::less<>());
        follow_critical(paths);
        return paths;
    }

  private:
    [[nodiscard]] std::span<const CostedWord> words_of(std::size_t block) const {
        const CostBlock& found = flow_.blocks[block];
        return words_.subspan(found.first, found.end - found.first);
    }

    // For each unit, returns the best sum by `better` over all paths from the entry, on which each
    // block counts so many times.
    template <typename Better>
    [[nodiscard]] UnitCycles extremes(const std::vector<double>& times, Better better) const {
        std::vector<UnitCycles> blocks(flow_.blocks.size());
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            for (const CostedWord& word : words_of(i)) {
                add(blocks[i], word, times[i]);
            }
        }
        for (const CostedWord& word : before_) {
            add(blocks[flow_.order.front()], word, 1);
        }
        std::vector<UnitCycles> from(blocks.size());
        for (auto at = flow_.order.rbegin(); at != flow_.order.rend(); ++at) {
            from[*at] = blocks[*at];
            const std::vector<std::uint32_t>& onward = flow_.onward[*at];
            for (std::size_t unit = 0; unit < kNumCostUnits && !onward.empty(); ++unit) {
                double best = from[onward[0]][unit];
                for (const std::uint32_t next : onward) {
                    best = better(from[next][unit], best) ? from[next][unit] : best;
                }
                from[*at][unit] += best;
            }
        }
        return from[flow_.order.front()];
    }

    // The path whose blocks take longest, each for itself.
    void follow_critical(CostPaths& paths) const {
        std::vector<double> from(flow_.blocks.size());
        std::vector<std::size_t> next(flow_.blocks.size());
        for (auto at = flow_.order.rbegin(); at != flow_.order.rend(); ++at) {
            WaitClock clock;
            for (const CostedWord& word : words_of(*at)) {
                clock.pass(word);
            }
            double best = -1;
            next[*at] = flow_.blocks.size();
            for (const std::uint32_t onward : flow_.onward[*at]) {
                if (from[onward] > best) {
                    best = from[onward];
                    next[*at] = onward;
                }
            }
            from[*at] = clock.cycles().all() * flow_.most_times[*at] + std::max(best, 0.0);
        }
        for (const CostedWord& word : before_) {
            add(paths.on_critical, word, 1);
        }
        std::vector<std::uint32_t> path;
        for (std::size_t at = flow_.order.front(); at < flow_.blocks.size(); at = next[at]) {
            path.push_back(static_cast<std::uint32_t>(at));
            for (const CostedWord& word : words_of(at)) {
                add(paths.on_critical, word, flow_.most_times[at]);
            }
        }
        bool may_be_over = false;
        paths.critical = WaveRun(words_, flow_, before_).run(path, [&](const WordPass& pass) {
            if (!may_be_over) {
                add_pass(paths.discarded, pass);
                may_be_over = pass.word->action == Action::kill;
            }
        });
    }

    std::span<const CostedWord> words_;
    const CostFlow& flow_;
    std::span<const CostedWord> before_;
};

} // namespace

CostPaths cost_paths(std::span<const CostedWord> words, const CostFlow& flow,
                     std::span<const CostedWord> before) {
    return Paths(words, flow, before).run();
}

} // namespace jacquard::ir3
