#pragma once

#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// Words of a memory that are taken for a program.
struct FoundProgram {
    std::size_t first = 0;
    std::size_t count = 0; // up to its last `end`; what pads it is no part of it
};

// Looks for programs in words that may be anything, in their order. A program is a run of
// instructions that reaches an `end` which no branch leads beyond; words with bits that have no
// meaning are rare in it, and it does not begin with one or with words that are 0.
std::vector<FoundProgram> find_programs(std::span<const std::uint64_t> words, Revision revision);

} // namespace jacquard::ir3
