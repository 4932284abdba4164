#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/memory/arena.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

JACQUARD_BEGIN_API

namespace jacquard {

// Memory of an arena for objects of one kind, which then lie one behind the other and not among
// all others. Processors fetch ahead where memory is read line after line; a list whose members
// lie three lines apart, or four, waits for each of them once it is larger than the caches.
//
// It takes pieces of the arena, which must outlive it, and throws what that throws.
class ArenaStrip {
  public:
    explicit ArenaStrip(Arena& arena) : arena_(arena) {}
    ArenaStrip(const ArenaStrip&) = delete;
    ArenaStrip& operator=(const ArenaStrip&) = delete;

    // Uninitialised memory. All sizes are whole numbers of the alignment that the objects of the
    // strip have, which is at most kAlignment.
    [[nodiscard]] void* allocate(std::size_t size) {
        if (size > end_ - cursor_) {
            return allocate_in_new_piece(size);
        }
        const std::uintptr_t start = cursor_;
        cursor_ = start + size;
        return reinterpret_cast<void*>(start);
    }

    template <typename T, typename... Arguments>
    [[nodiscard]] T* make(Arguments&&... arguments) {
        static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= kAlignment);
        return new (allocate(sizeof(T))) T{std::forward<Arguments>(arguments)...};
    }

    // A line of the caches that processors have.
    static constexpr std::size_t kAlignment = 64;

  private:
    void* allocate_in_new_piece(std::size_t size);

    Arena& arena_;
    std::uintptr_t cursor_ = 0;
    std::uintptr_t end_ = 0;
};

} // namespace jacquard

JACQUARD_END_API
