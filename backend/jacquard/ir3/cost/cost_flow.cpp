#include <jacquard/ir3/cost/cost_flow.h>

#include <algorithm>
#include <unordered_map>

namespace jacquard::ir3 {

namespace {

// If finding loops takes more work than this, the report does not look for the code after a loop.
constexpr std::size_t kMostLoopWork = 100'000'000;
constexpr std::uint32_t kNoBlock = ~0U;

struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

// A walk from the first block, deepest first, over given edges.
class Walk {
  public:
    explicit Walk(const std::vector<std::vector<std::uint32_t>>& edges)
        : edges_(edges), states_(edges.size(), State::unseen) {
        if (!edges.empty()) {
            run();
        }
    }

    // Edges to where the walk had come from: they close loops.
    [[nodiscard]] const std::vector<Edge>& back() const { return back_; }
    // Blocks that are reached, in the order in which the walk left them.
    [[nodiscard]] const std::vector<std::uint32_t>& left() const { return left_; }

  private:
    enum class State : std::uint8_t { unseen, open, closed };
    struct Step {
        std::uint32_t block = 0;
        std::size_t next = 0;
    };

    void run() {
        std::vector<Step> steps = {{}};
        states_[0] = State::open;
        while (!steps.empty()) {
            Step& step = steps.back();
            if (step.next == edges_[step.block].size()) {
                states_[step.block] = State::closed;
                left_.push_back(step.block);
                steps.pop_back();
                continue;
            }
            const std::uint32_t to = edges_[step.block][step.next++];
            if (states_[to] == State::open) {
                back_.push_back({step.block, to});
            } else if (states_[to] == State::unseen) {
                states_[to] = State::open;
                steps.push_back({to, 0});
            }
        }
    }

    const std::vector<std::vector<std::uint32_t>>& edges_;
    std::vector<State> states_;
    std::vector<Edge> back_;
    std::vector<std::uint32_t> left_;
};

class CostFlowBuilder {
  public:
    CostFlowBuilder(std::span<const CostedWord> words, std::span<const ProgramLoop> known)
        : words_(words), known_(known) {}

    CostFlow run() {
        find_blocks();
        std::vector<std::vector<std::uint32_t>> edges;
        edges.reserve(flow_.blocks.size());
        for (const CostBlock& block : flow_.blocks) {
            edges.push_back(block.successors);
        }
        const Walk walk(edges);
        find_loops(walk.back());
        for (const Edge& edge : walk.back()) {
            std::erase(edges[edge.from], edge.to);
        }
        for (const Edge& edge : walk.back()) {
            std::vector<std::uint32_t> seen;
            go_behind(edge.from, edge.to, edges[edge.from], seen);
        }
        describe_loops();
        for (const CostLoop& loop : flow_.loops) {
            if (loop.is_exact && *loop.rounds > 0) {
                leave_from_end_only(loop, walk.back(), edges);
            }
        }
        // If a loop is entered in the middle, a back edge may still be left: those are removed
        // here.
        const Walk again(edges);
        for (const Edge& edge : again.back()) {
            std::erase(edges[edge.from], edge.to);
        }
        flow_.order.assign(again.left().rbegin(), again.left().rend());
        flow_.onward = std::move(edges);
        count_rounds();
        return std::move(flow_);
    }

  private:
    struct Loop {
        std::uint32_t header = 0;
        std::vector<bool> body; // by block; empty where it was not looked for
    };

    void find_blocks() {
        const auto size = static_cast<std::uint32_t>(words_.size());
        std::unordered_map<std::int64_t, std::uint32_t> places;
        for (std::uint32_t i = 0; i < size; ++i) {
            places.emplace(words_[i].index, i);
        }
        // Returns the block index of a target, or `size` if it is outside of the program.
        const auto place_of = [&](const CostedWord& word) {
            const auto found = places.find(word.target);
            return found != places.end() ? found->second : size;
        };
        std::vector<bool> begins(size + 1, false);
        begins[0] = true;
        for (std::uint32_t i = 0; i < size; ++i) {
            if (words_[i].has_target) {
                begins[place_of(words_[i])] = true;
            }
            if (words_[i].has_target || words_[i].action == Action::end) {
                begins[i + 1] = true;
            }
        }
        std::vector<std::uint32_t> block_of(size);
        for (std::uint32_t i = 0; i < size; ++i) {
            if (begins[i]) {
                flow_.blocks.push_back({i, i, {}});
            }
            block_of[i] = static_cast<std::uint32_t>(flow_.blocks.size() - 1);
            flow_.blocks.back().end = i + 1;
        }
        for (CostBlock& block : flow_.blocks) {
            const CostedWord& last = words_[block.end - 1];
            const auto go = [&](std::uint32_t place) {
                if (place < size && std::find(block.successors.begin(), block.successors.end(),
                                              block_of[place]) == block.successors.end()) {
                    block.successors.push_back(block_of[place]);
                }
            };
            if (last.action == Action::end) {
                continue;
            }
            if (last.has_target) {
                go(place_of(last));
            }
            if (last.action != Action::jump) {
                go(block.end);
            }
        }
    }

    void find_loops(const std::vector<Edge>& back) {
        const bool looks = back.size() * back.size() * flow_.blocks.size() <= kMostLoopWork;
        std::vector<std::vector<std::uint32_t>> predecessors(flow_.blocks.size());
        for (std::uint32_t i = 0; looks && i < flow_.blocks.size(); ++i) {
            for (const std::uint32_t to : flow_.blocks[i].successors) {
                predecessors[to].push_back(i);
            }
        }
        loop_of_.assign(flow_.blocks.size(), kNoBlock);
        for (const Edge& edge : back) {
            if (loop_of_[edge.to] == kNoBlock) {
                loop_of_[edge.to] = static_cast<std::uint32_t>(loops_.size());
                loops_.push_back({edge.to, {}});
            }
            if (looks) {
                add_to_body(loops_[loop_of_[edge.to]], edge.from, predecessors);
            }
        }
    }

    void describe_loops() {
        for (const Loop& loop : loops_) {
            CostLoop& described = flow_.loops.emplace_back();
            described.header = loop.header;
            for (std::uint32_t i = 0; i < loop.body.size(); ++i) {
                if (loop.body[i]) {
                    described.body.push_back(i);
                }
            }
            const std::uint32_t word = words_[flow_.blocks[loop.header].first].index;
            const auto found =
                std::find_if(known_.begin(), known_.end(),
                             [word](const ProgramLoop& each) { return each.first_word == word; });
            if (found != known_.end() && !described.body.empty()) {
                described.rounds = found->rounds;
                described.is_exact = found->is_exact;
            }
        }
        std::sort(flow_.loops.begin(), flow_.loops.end(),
                  [](const CostLoop& a, const CostLoop& b) { return a.header < b.header; });
    }

    // A loop that is known to go round is not left before it has.
    static void leave_from_end_only(const CostLoop& loop, const std::vector<Edge>& back,
                                    std::vector<std::vector<std::uint32_t>>& edges) {
        const auto is_inside = [&loop](std::uint32_t block) {
            return std::binary_search(loop.body.begin(), loop.body.end(), block);
        };
        for (const std::uint32_t block : loop.body) {
            const bool is_end = std::any_of(back.begin(), back.end(), [&](const Edge& edge) {
                return edge.from == block && edge.to == loop.header;
            });
            if (!is_end) {
                std::erase_if(edges[block], [&](std::uint32_t to) { return !is_inside(to); });
            }
        }
    }

    // Blocks before the way out of a loop run once more than those behind it.
    void count_rounds() {
        flow_.most_times.assign(flow_.blocks.size(), 1);
        flow_.least_times.assign(flow_.blocks.size(), 1);
        for (const CostLoop& loop : flow_.loops) {
            if (!loop.rounds) {
                continue;
            }
            const std::vector<bool> before = blocks_before_exit(loop);
            for (std::size_t i = 0; i < loop.body.size(); ++i) {
                const double times = *loop.rounds + (before[i] ? 1.0 : 0.0);
                flow_.most_times[loop.body[i]] *= times;
                flow_.least_times[loop.body[i]] *= loop.is_exact ? times : 1;
            }
        }
    }

    // By block of the body: whether control may come from it to a way out in the same round.
    [[nodiscard]] std::vector<bool> blocks_before_exit(const CostLoop& loop) const {
        std::vector<bool> found(loop.body.size());
        const auto place = [&loop](std::uint32_t block) {
            return static_cast<std::size_t>(
                std::lower_bound(loop.body.begin(), loop.body.end(), block) - loop.body.begin());
        };
        bool changes = true;
        while (changes) {
            changes = false;
            for (std::size_t i = loop.body.size(); i-- > 0;) {
                for (const std::uint32_t to : flow_.blocks[loop.body[i]].successors) {
                    const std::size_t at = place(to);
                    const bool leaves = at == loop.body.size() || loop.body[at] != to;
                    if (!found[i] && (leaves || (to != loop.header && found[at]))) {
                        found[i] = true;
                        changes = true;
                    }
                }
            }
        }
        return found;
    }

    // Adds the blocks from which the back edge is reached without passing the loop header.
    void add_to_body(Loop& loop, std::uint32_t block,
                     const std::vector<std::vector<std::uint32_t>>& predecessors) const {
        loop.body.resize(flow_.blocks.size());
        loop.body[loop.header] = true;
        std::vector<std::uint32_t> waiting = {block};
        while (!waiting.empty()) {
            const std::uint32_t at = waiting.back();
            waiting.pop_back();
            if (!loop.body[at]) {
                loop.body[at] = true;
                waiting.insert(waiting.end(), predecessors[at].begin(), predecessors[at].end());
            }
        }
    }

    // Adds where control goes that leaves the loop of the header.
    void go_behind(std::uint32_t from, std::uint32_t header, std::vector<std::uint32_t>& onward,
                   std::vector<std::uint32_t>& seen) const {
        std::vector<std::uint32_t> headers = {header};
        while (!headers.empty()) {
            const std::uint32_t at = headers.back();
            headers.pop_back();
            if (std::find(seen.begin(), seen.end(), at) != seen.end()) {
                continue;
            }
            seen.push_back(at);
            const Loop* loop = find_loop(at);
            for (std::uint32_t i = 0; loop != nullptr && i < loop->body.size(); ++i) {
                for (const std::uint32_t to : loop->body[i] ? flow_.blocks[i].successors : none_) {
                    const Loop* around = find_loop(to);
                    if (loop->body[to]) {
                        continue;
                    }
                    if (around != nullptr && !around->body.empty() && around->body[from]) {
                        headers.push_back(to); // to the beginning of a loop around it
                    } else if (std::find(onward.begin(), onward.end(), to) == onward.end()) {
                        onward.push_back(to);
                    }
                }
            }
        }
    }

    [[nodiscard]] const Loop* find_loop(std::uint32_t header) const {
        return loop_of_[header] != kNoBlock ? &loops_[loop_of_[header]] : nullptr;
    }

    std::span<const CostedWord> words_;
    std::span<const ProgramLoop> known_;
    CostFlow flow_;
    std::vector<Loop> loops_;
    std::vector<std::uint32_t> loop_of_; // by block that begins one
    const std::vector<std::uint32_t> none_;
};

} // namespace

bool CostFlow::is_bounded() const {
    return std::all_of(loops.begin(), loops.end(),
                       [](const CostLoop& loop) { return loop.rounds.has_value(); });
}

CostFlow cost_flow(std::span<const CostedWord> words, std::span<const ProgramLoop> loops) {
    return words.empty() ? CostFlow{} : CostFlowBuilder(words, loops).run();
}

} // namespace jacquard::ir3
