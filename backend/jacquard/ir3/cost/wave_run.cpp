#include <jacquard/ir3/cost/cost_waits.h>
#include <jacquard/ir3/cost/wave_run.h>

#include <algorithm>
#include <vector>

namespace jacquard::ir3 {

namespace {

// Loops inside of more than so many others are gone through once.
constexpr unsigned kDeepest = 6;

class Run {
  public:
    Run(std::span<const CostedWord> words, const CostFlow& flow, const WaveRun::Visit& visit)
        : words_(words), flow_(flow), visit_(visit), nests_(flow.blocks.size()) {
        // Outer loops have larger bodies, and stand first in the nest of a block.
        std::vector<const CostLoop*> loops;
        for (const CostLoop& loop : flow.loops) {
            loops.push_back(&loop);
        }
        std::stable_sort(loops.begin(), loops.end(), [](const CostLoop* a, const CostLoop* b) {
            return a->body.size() > b->body.size();
        });
        for (const CostLoop* loop : loops) {
            for (const std::uint32_t block : loop->rounds ? loop->body : none_) {
                nests_[block].push_back(loop);
            }
        }
    }

    void begin(std::span<const CostedWord> before) {
        for (const CostedWord& word : before) {
            clock_.pass(word);
        }
    }

    // `first` is the share of the times of each block that this pass stands for.
    void pass(std::span<const std::uint32_t> blocks, unsigned depth, double share) {
        for (std::size_t i = 0; i < blocks.size();) {
            const CostLoop* loop = loop_of(blocks[i], depth);
            if (loop == nullptr) {
                pass_block(blocks[i], share);
                ++i;
                continue;
            }
            std::size_t end = i + 1;
            while (end < blocks.size() && loop_of(blocks[end], depth) == loop) {
                ++end;
            }
            const std::span<const std::uint32_t> inside = blocks.subspan(i, end - i);
            // A round is one of so many; the part of one before the way out counts as the rest.
            const double rounds = std::max<double>(*loop->rounds, 1);
            pass(inside, depth + 1, share / rounds);
            if (rounds > 1) {
                pass(inside, depth + 1, share * (rounds - 1) / rounds);
            }
            i = end;
        }
    }

    [[nodiscard]] const WaitCycles& cycles() const { return cycles_; }

  private:
    [[nodiscard]] const CostLoop* loop_of(std::uint32_t block, unsigned depth) const {
        return depth < kDeepest && depth < nests_[block].size() ? nests_[block][depth] : nullptr;
    }

    void pass_block(std::uint32_t block, double share) {
        const double times = flow_.most_times[block] * share;
        const CostBlock& found = flow_.blocks[block];
        for (const CostedWord& word : words_.subspan(found.first, found.end - found.first)) {
            const WaitCycles before = clock_.cycles();
            clock_.pass(word);
            const WaitCycles& after = clock_.cycles();
            cycles_.issue += times * (after.issue - before.issue);
            cycles_.short_wait += times * (after.short_wait - before.short_wait);
            cycles_.long_wait += times * (after.long_wait - before.long_wait);
            visit_({&word, times, clock_.waited(), clock_.waited_for()});
        }
    }

    std::span<const CostedWord> words_;
    const CostFlow& flow_;
    const WaveRun::Visit& visit_;
    std::vector<std::vector<const CostLoop*>> nests_; // by block, the outermost loop first
    const std::vector<std::uint32_t> none_;
    WaitClock clock_;
    WaitCycles cycles_;
};

} // namespace

WaitCycles WaveRun::run(std::span<const std::uint32_t> blocks, const Visit& visit) const {
    Run run(words_, flow_, visit);
    run.begin(before_);
    run.pass(blocks, 0, 1);
    return run.cycles();
}

} // namespace jacquard::ir3
