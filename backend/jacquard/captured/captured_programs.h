#pragma once

#include <jacquard/captured/captured_file.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// A program in captured memory.
struct CapturedProgram {
    std::size_t memory = 0; // in CapturedFile::memories
    std::size_t byte = 0;   // of its first word there
    std::vector<std::uint64_t> words;
    std::string_view order; // in which values stand; empty where it is that of the memory
};

// The programs of a file, in its order. Values of 32 and 64 bits may have been written down with
// their lower or their higher half first, or byte by byte; of each memory that order is taken in
// which most words are programs.
[[nodiscard]] std::vector<CapturedProgram> find_captured_programs(const CapturedFile& file,
                                                                  ir3::Revision revision);

} // namespace jacquard::driver
