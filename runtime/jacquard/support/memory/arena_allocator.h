#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/support/memory/memory_allocator.h>

JACQUARD_BEGIN_API

namespace jacquard {

// For containers that only grow: an arena does not use again what they give back.
template <typename T>
using ArenaAllocator = MemoryAllocator<T, Arena>;

} // namespace jacquard

JACQUARD_END_API
