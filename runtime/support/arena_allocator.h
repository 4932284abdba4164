#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/arena.h>

#include <cstddef>
#include <limits>
#include <new>

JACQUARD_BEGIN_API

namespace jacquard {

// Lets containers of the standard library take their memory from an arena, which must outlive them.
// What they give back is not used again, so it suits those that only grow.
template <typename T>
class ArenaAllocator {
  public:
    using value_type = T;

    explicit ArenaAllocator(Arena& arena) : arena_(&arena) {}
    template <typename Other>
    ArenaAllocator(const ArenaAllocator<Other>& other) : arena_(other.arena_) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_alloc();
        }
        return static_cast<T*>(arena_->allocate(sizeof(T) * count, alignof(T)));
    }
    void deallocate(T*, std::size_t) {}

    friend bool operator==(const ArenaAllocator& a, const ArenaAllocator& b) {
        return a.arena_ == b.arena_;
    }

  private:
    template <typename Other>
    friend class ArenaAllocator;

    Arena* arena_;
};

} // namespace jacquard

JACQUARD_END_API
