#pragma once

#include <jacquard/support/api.h>

#include <cstddef>

JACQUARD_BEGIN_API

namespace jacquard {

// A thread keeps memory of the arenas it is done with for its next ones, at most so much: the
// system clears new memory page by page, which takes longer than what a compilation then does with
// it. Where addresses are checked nothing is kept, so that the use of memory that is gone is found.
inline constexpr std::size_t kMostKeptMemory = std::size_t{16} << 20;

// Gives all of it back to the system. It goes with the thread in any case.
void release_kept_memory();
// In bytes.
[[nodiscard]] std::size_t kept_memory();

} // namespace jacquard

JACQUARD_END_API

// For arenas.
namespace jacquard {

// Pieces of this size and above are to be whole numbers of it, and begin at one: large pages then
// hold them, which are given out with one fault each and looked up in few entries.
inline constexpr std::size_t kLargePage = std::size_t{2} << 20;
[[nodiscard]] inline bool is_large_piece(std::size_t size) {
    return size >= kLargePage;
}

// A piece that is kept, or a new one. Throws std::bad_alloc where there is none.
[[nodiscard]] void* take_memory(std::size_t size);
// Keeps a piece of two pointers or more that take_memory() gave, or frees it.
void keep_memory(void* memory, std::size_t size);

} // namespace jacquard
