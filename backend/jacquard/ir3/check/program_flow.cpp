#include <jacquard/ir3/check/program_flow.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Lanes may wait at more places between a jump and its target than are looked at.
constexpr std::size_t kMaxPlacesPassed = 1000;
// In programs with more loops than this, all loops count as one.
constexpr std::size_t kMaxLoops = 1000;
constexpr std::uint32_t kNoInstruction = ~0U;

class FlowBuilder {
  public:
    FlowBuilder(const CheckedCode& code, Findings& findings)
        : all_(code), code_(code.instructions()), findings_(findings),
          size_(static_cast<std::uint32_t>(code_.size())) {}

    std::vector<FlowBlock> run(bool lanes_may_part) {
        find_single_lane();
        find_predication();
        in_order_ = predication_is_in_order();
        find_beginnings();
        find_places();
        std::vector<FlowBlock> blocks;
        for (std::uint32_t i = 0; i < size_; ++i) {
            if (begins_[i]) {
                blocks.emplace_back().first = i;
            }
            block_of_.push_back(static_cast<std::uint32_t>(blocks.size() - 1));
            blocks.back().end = i + 1;
        }
        for (FlowBlock& block : blocks) {
            connect(block);
        }
        if (lanes_may_part) {
            check_marks();
        }
        return blocks;
    }

  private:
    // A position at which lanes may wait, and the first instruction that others may execute
    // meanwhile.
    struct Place {
        std::uint32_t at = 0;
        std::uint32_t since = 0;
    };
    struct Loop {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };

    // In a preamble one lane goes on, and no other waits there.
    void find_single_lane() {
        single_lane_.assign(size_, false);
        bool is_preamble = false;
        bool is_single = false;
        for (std::uint32_t i = 0; i < size_; ++i) {
            const CheckedInstruction& instruction = code_[i];
            is_preamble = is_preamble || instruction.action == Action::preamble;
            if (instruction.timing == TimingClass::preamble_end) {
                is_preamble = false;
                is_single = false;
            }
            single_lane_[i] = is_single;
            is_single = is_single || (is_preamble && instruction.action == Action::elect_one);
        }
    }

    // The instruction that ends or turns each predicated part, from behind.
    void find_predication() {
        next_predication_.assign(size_, kNoInstruction);
        std::uint32_t next = kNoInstruction;
        for (std::uint32_t i = size_; i-- > 0;) {
            next_predication_[i] = next;
            if (code_[i].is_predication() || code_[i].action == Action::predicate_end) {
                next = i;
            }
        }
        turns_.assign(size_, false);
        part_of_.assign(size_, 0);
        std::uint32_t num_parts = 0;
        std::uint32_t part = 0;
        for (std::uint32_t i = 0; i < size_; ++i) {
            part_of_[i] = part;
            if (code_[i].is_predication()) {
                turns_[i] = part != 0;
                part = ++num_parts;
            } else if (code_[i].action == Action::predicate_end) {
                part = 0;
            }
        }
    }

    // Returns true if all predicated parts are one side or two opposite ones with an end, are
    // entered and left nowhere else, and leave p0.x alone, so that each lane goes through one side
    // only.
    [[nodiscard]] bool predication_is_in_order() const {
        std::uint32_t before = kNoInstruction; // the beginning of the part at hand
        bool is_second = false;
        for (std::uint32_t i = 0; i < size_; ++i) {
            if (code_[i].is_predication()) {
                const bool opposite = before != kNoInstruction && !is_second &&
                                      code_[before].action != code_[i].action;
                if (turns_[i] && !opposite) {
                    return false;
                }
                is_second = turns_[i];
                before = i;
            } else if (code_[i].action == Action::predicate_end) {
                before = kNoInstruction;
                is_second = false;
            }
            const bool leaves = has_good_target(i) && part_of_[target(i)] != part_of_[i];
            if (leaves || (before != kNoInstruction && writes_predicate(i))) {
                return false;
            }
        }
        return before == kNoInstruction;
    }

    [[nodiscard]] bool writes_predicate(std::uint32_t i) const {
        const std::span<const RegisterEffect> effects = all_.effects(code_[i]);
        return std::any_of(effects.begin(), effects.end(), [](const RegisterEffect& effect) {
            return effect.kind == RegisterEffect::Kind::special && effect.writes &&
                   effect.number == kPredicateRegister;
        });
    }

    [[nodiscard]] bool has_good_target(std::uint32_t i) const {
        return code_[i].has_target && code_[i].target >= 0 && code_[i].target < size_;
    }
    [[nodiscard]] std::uint32_t target(std::uint32_t i) const {
        return static_cast<std::uint32_t>(code_[i].target);
    }

    // Returns where the lanes continue that are disabled after predt or predf.
    [[nodiscard]] std::uint32_t other_side(std::uint32_t i) const {
        std::uint32_t next = next_predication_[i];
        if (!in_order_) {
            return next;
        }
        if (turns_[i]) {
            while (next != kNoInstruction && code_[next].action != Action::predicate_end) {
                next = next_predication_[next];
            }
            return next;
        }
        return next == kNoInstruction || code_[next].action == Action::predicate_end ? next
                                                                                     : next + 1;
    }

    void find_beginnings() {
        begins_.assign(size_ + 1, false);
        begins_[0] = true;
        for (std::uint32_t i = 0; i < size_; ++i) {
            const CheckedInstruction& instruction = code_[i];
            if (has_good_target(i)) {
                begins_[target(i)] = true;
            }
            if (instruction.is_predication() && other_side(i) != kNoInstruction) {
                begins_[other_side(i)] = true;
            }
            if (instruction.has_target || instruction.is_predication() ||
                instruction.action == Action::end) {
                begins_[i + 1] = true;
            }
        }
    }

    // Finds where lanes may wait: the later of the two sides of a branch, and the targets of jumps.
    void find_places() {
        find_loops();
        for (std::uint32_t i = 0; i < size_; ++i) {
            if (!has_good_target(i) || single_lane_[i]) {
                continue;
            }
            if (target(i) > i) {
                wait(target(i), i);
            } else if (code_[i].is_branch()) {
                wait(i + 1, i);
            }
        }
        std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
            return a.at != b.at ? a.at < b.at : a.since < b.since;
        });
        // The first of several has waited longest.
        places_.erase(std::unique(places_.begin(), places_.end(),
                                  [](const Place& a, const Place& b) { return a.at == b.at; }),
                      places_.end());
    }

    void find_loops() {
        for (std::uint32_t i = 0; i < size_; ++i) {
            if (has_good_target(i) && target(i) <= i) {
                loops_.push_back({target(i), i});
            }
        }
        if (loops_.size() > kMaxLoops) {
            loops_ = {{0, loops_.back().last}};
        }
    }

    // Lanes that leave a loop wait while others go round.
    void wait(std::uint32_t place, std::uint32_t since) {
        for (bool again = true; again;) {
            again = false;
            for (const Loop& loop : loops_) {
                if (loop.first < since && since <= loop.last && loop.last < place) {
                    since = loop.first;
                    again = true;
                }
            }
        }
        places_.push_back({place, since});
    }

    void connect(FlowBlock& block) {
        const std::uint32_t last = block.end - 1;
        const CheckedInstruction& instruction = code_[last];
        if (instruction.action == Action::end) {
            pass(block, last, size_);
            return;
        }
        if (has_good_target(last)) {
            go(block, target(last));
            pass(block, last, target(last));
        }
        if (instruction.is_predication()) {
            const std::uint32_t other = other_side(last);
            if (other != kNoInstruction) {
                go(block, other);
            }
            if (in_order_ && turns_[last] && other != kNoInstruction) {
                // Lanes of the first side pass over the second, through which the others go.
                if (block.end < size_) {
                    block.others.push_back(block_of_[block.end]);
                }
                return;
            }
        }
        if (instruction.is_jump()) {
            return;
        }
        if (block.end == size_) {
            findings_.add(FaultKind::control_flow, last, " is the last instruction and no end");
            return;
        }
        go(block, block.end);
    }

    void go(FlowBlock& block, std::uint32_t place) const {
        if (place < size_) {
            block.successors.push_back(block_of_[place]);
        }
    }

    [[nodiscard]] std::vector<Place>::const_iterator
    first_place_behind(std::uint32_t instruction) const {
        return std::upper_bound(places_.begin(), places_.end(), instruction,
                                [](std::uint32_t at, const Place& place) { return at < place.at; });
    }

    // Adds the positions between an instruction and its target: lanes that wait there continue
    // first.
    void pass(FlowBlock& block, std::uint32_t from, std::uint32_t to) const {
        auto place = first_place_behind(from);
        for (std::size_t n = 0; place != places_.end() && place->at < to && n < kMaxPlacesPassed;
             ++place, ++n) {
            if (place->since <= from) {
                block.others.push_back(block_of_[place->at]);
            }
        }
    }

    void check_marks() {
        for (std::uint32_t i = 0; i < size_; ++i) {
            if (has_good_target(i) && code_[i].is_branch() && !single_lane_[i]) {
                expect_mark(i, std::max(target(i), i + 1));
            }
        }
        // A jump over a place where lanes wait makes others wait.
        for (std::uint32_t i = 0; i < size_; ++i) {
            if (!has_good_target(i) || !code_[i].is_jump()) {
                continue;
            }
            auto place = first_place_behind(i);
            std::size_t n = 0;
            while (place != places_.end() && place->since > i && n++ < kMaxPlacesPassed) {
                ++place;
            }
            if (place != places_.end() && place->since <= i && place->at < target(i)) {
                expect_mark(i, target(i));
            }
        }
    }

    void expect_mark(std::uint32_t from, std::uint32_t place) {
        if (place < size_ && !code_[place].jump_target) {
            findings_.add(FaultKind::reconvergence, place,
                          " is not marked (jp), but lanes may wait there since " +
                              findings_.name(from));
        }
    }

    const CheckedCode& all_;
    std::span<const CheckedInstruction> code_;
    Findings& findings_;
    std::uint32_t size_;
    std::vector<bool> single_lane_;               // by instruction
    std::vector<std::uint32_t> next_predication_; // by instruction
    std::vector<std::uint32_t> part_of_;          // predicated; 0: of none
    bool in_order_ = true;
    std::vector<bool> turns_;   // the second side of a predicated part begins
    std::vector<bool> begins_;  // a block
    std::vector<Place> places_; // by where they are
    std::vector<Loop> loops_;
    std::vector<std::uint32_t> block_of_; // by instruction
};

} // namespace

std::vector<FlowBlock> find_flow(const CheckedCode& code, bool lanes_may_part, Findings& findings) {
    if (code.instructions().empty()) {
        return {};
    }
    return FlowBuilder(code, findings).run(lanes_may_part);
}

} // namespace jacquard::ir3
