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

// A piece of exactly this size, and so of this alignment; null where none is kept.
[[nodiscard]] void* take_kept_memory(std::size_t size);
// Keeps a piece that ::operator new gave, large enough for three pointers, or frees it.
void keep_memory(void* memory, std::size_t size, std::size_t alignment);

} // namespace jacquard
