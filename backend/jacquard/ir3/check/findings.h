#pragma once

#include <jacquard/ir3/isa/describe/fault.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

// The faults found so far; each instruction has at most one of each kind.
class Findings {
  public:
    Findings(std::span<const std::uint64_t> words, Revision revision, std::size_t maximum)
        : words_(words), revision_(revision), maximum_(maximum) {}

    // "instruction 3 'add.f r0.x, r1.x, r1.y'"
    [[nodiscard]] std::string name(std::uint32_t instruction) const {
        return name_instruction(words_, instruction, revision_);
    }

    // `says` is what follows the name of the instruction.
    void add(FaultKind kind, std::uint32_t instruction, const std::string& says) {
        add(kind, instruction, instruction, [&] { return name(instruction) + says; });
    }
    void add(const Hazard& hazard, std::uint32_t instruction);
    void required_flag(std::uint32_t instruction, Sync flags, std::uint32_t because);

    [[nodiscard]] std::vector<Fault> sorted() &&;

  private:
    template <typename Message>
    void add(FaultKind kind, std::uint32_t instruction, std::uint32_t other, Message&& message) {
        if (faults_.size() < maximum_ && known_.emplace(instruction, kind).second) {
            faults_.push_back({kind, instruction, other, message()});
        }
    }

    std::span<const std::uint64_t> words_;
    Revision revision_;
    std::size_t maximum_;
    std::set<std::pair<std::uint32_t, FaultKind>> known_;
    std::vector<Fault> faults_;
};

} // namespace jacquard::ir3
