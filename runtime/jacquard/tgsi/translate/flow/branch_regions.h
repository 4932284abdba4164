#pragma once

#include <jacquard/tgsi/program.h>

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace jacquard::tgsi {

// Instructions of one block that branches go over or back, `first` to the one before `end`.
// Whatever branches to one of its labels stands in it, too, perhaps in a block within it.
struct BranchRegion {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::vector<std::uint32_t> labels; // targets of branches between first and end, in order
};

// The target of a branch, and the region that the branch leaves or begins again.
struct Branch {
    const BranchRegion* region = nullptr; // null: it goes where none can
    std::uint32_t target = 0;
    std::string_view fault; // why it cannot
};

// The branches of a checked program. Regions of one block do not overlap, so they are loops: what
// goes forward leaves one or looks for its label in the next round, what goes back begins one.
class BranchRegions {
  public:
    explicit BranchRegions(const Program& program);

    // The region that begins in front of an instruction; null when there is none.
    [[nodiscard]] const BranchRegion* beginning_at(std::uint32_t instruction) const;
    // Returns the branch of an instruction that is one.
    [[nodiscard]] const Branch& branch(std::uint32_t instruction) const {
        return branches_.at(instruction);
    }
    // Returns whether a region begins between two instructions.
    [[nodiscard]] bool has_between(std::uint32_t first, std::uint32_t last) const;

  private:
    std::map<std::uint32_t, BranchRegion> regions_; // by their first instruction
    std::map<std::uint32_t, Branch> branches_;      // by their instruction
};

} // namespace jacquard::tgsi
