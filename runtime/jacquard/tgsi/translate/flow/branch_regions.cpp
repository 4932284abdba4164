#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/tgsi/translate/flow/branch_regions.h>

#include <algorithm>
#include <optional>

namespace jacquard::tgsi {

namespace {

// The instructions in a block, or in one part of an if. The first sequence is the program.
struct Sequence {
    std::size_t parent = 0;
    BlockKind kind = BlockKind::none;
    std::uint32_t opener = 0;   // in the parent
    std::uint32_t closer = 0;   // the last of what closes the block
    std::size_t first_part = 0; // of the second part of an if
};

// The instructions of a sequence that hold one of a block within it: that block.
struct Element {
    std::uint32_t first;
    std::uint32_t end;
};

struct Interval {
    std::size_t sequence;
    std::uint32_t first;
    std::uint32_t end;
    std::vector<std::uint32_t> branches;
};

bool is_branch(const Instruction& instruction) {
    const OpcodeTranslation& translation = translation_of(instruction.opcode);
    return translation.kind == Translation::jump && translation.jump == Jump::branch_jump;
}

class Sequences {
  public:
    explicit Sequences(const Program& program) : of_(program.instructions.size() + 1, 0) {
        std::vector<std::size_t> open = {0};
        for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
            const OpcodeInfo& opcode = info(program.instructions[i].opcode);
            std::uint32_t opener = i;
            std::size_t first_part = 0;
            of_[i] = open.back();
            if (opcode.closes != 0 && open.size() > 1) {
                Sequence& closed = all_[open.back()];
                opener = closed.opener;
                closed.closer = i;
                if (closed.first_part != 0) {
                    all_[closed.first_part].closer = i;
                }
                first_part = open.back();
                open.pop_back();
            }
            if (opcode.opens != BlockKind::none) {
                const bool is_second = opcode.opens == BlockKind::else_block;
                all_.push_back({open.back(), opcode.opens, is_second ? opener : i, i,
                                is_second ? first_part : 0});
                open.push_back(all_.size() - 1);
            }
        }
    }

    [[nodiscard]] const Sequence& at(std::size_t sequence) const { return all_[sequence]; }

    // The sequence that an instruction stands in; what closes it is its end.
    [[nodiscard]] std::size_t of(std::uint32_t instruction) const { return of_[instruction]; }

    // The part of a sequence that an instruction stands in; empty where it stands outside.
    [[nodiscard]] std::optional<Element> element(std::size_t sequence,
                                                 std::uint32_t instruction) const {
        Element element{instruction, instruction + 1};
        for (std::size_t at = of_[instruction]; at != sequence; at = all_[at].parent) {
            if (at == 0 || all_[at].kind == BlockKind::subroutine_block) {
                return std::nullopt;
            }
            element = {all_[at].opener, all_[at].closer + 1};
        }
        return element;
    }

  private:
    std::vector<Sequence> all_ = {{}};
    std::vector<std::size_t> of_;
};

} // namespace

BranchRegions::BranchRegions(const Program& program) {
    const auto count = static_cast<std::uint32_t>(program.instructions.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (is_branch(program.instructions[i])) {
            branches_[i].target = program.instructions[i].label.value_or(0);
        }
    }
    if (branches_.empty()) {
        return;
    }
    const Sequences sequences(program);
    std::vector<Interval> intervals;
    for (auto& [number, branch] : branches_) {
        // The end of an if is where control goes on behind it.
        while (branch.target + 1 < count &&
               info(program.instructions[branch.target].opcode).closes != 0 &&
               info(program.instructions[branch.target].opcode).opens == BlockKind::none &&
               (sequences.at(sequences.of(branch.target)).kind == BlockKind::if_block ||
                sequences.at(sequences.of(branch.target)).kind == BlockKind::else_block)) {
            ++branch.target;
        }
        const std::size_t sequence = sequences.of(branch.target);
        const auto element = sequences.element(sequence, number);
        if (!element) {
            branch.fault = "a branch into a block, or into or out of a subroutine,";
        } else if (sequences.at(sequence).kind == BlockKind::switch_block) {
            branch.fault = "a branch within a switch";
        } else {
            intervals.push_back({sequence,
                                 std::min(element->first, branch.target),
                                 std::max(element->end, branch.target),
                                 {number}});
        }
    }
    std::sort(intervals.begin(), intervals.end(), [](const Interval& one, const Interval& other) {
        return one.sequence != other.sequence ? one.sequence < other.sequence
                                              : one.first < other.first;
    });
    std::vector<Interval> merged;
    for (Interval& interval : intervals) {
        if (!merged.empty() && merged.back().sequence == interval.sequence &&
            interval.first < merged.back().end) {
            Interval& before = merged.back();
            before.end = std::max(before.end, interval.end);
            before.branches.insert(before.branches.end(), interval.branches.begin(),
                                   interval.branches.end());
        } else {
            merged.push_back(std::move(interval));
        }
    }
    for (Interval& interval : merged) {
        BranchRegion& region = regions_[interval.first];
        region.first = interval.first;
        region.end = interval.end;
        for (const std::uint32_t number : interval.branches) {
            Branch& branch = branches_[number];
            branch.region = &region;
            if (branch.target > region.first && branch.target < region.end) {
                region.labels.push_back(branch.target);
            }
        }
        std::sort(region.labels.begin(), region.labels.end());
        region.labels.erase(std::unique(region.labels.begin(), region.labels.end()),
                            region.labels.end());
    }
}

const BranchRegion* BranchRegions::beginning_at(std::uint32_t instruction) const {
    const auto found = regions_.find(instruction);
    return found != regions_.end() ? &found->second : nullptr;
}

bool BranchRegions::has_between(std::uint32_t first, std::uint32_t last) const {
    const auto found = regions_.lower_bound(first);
    return found != regions_.end() && found->first < last;
}

} // namespace jacquard::tgsi
