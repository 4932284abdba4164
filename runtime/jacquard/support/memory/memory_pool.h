#pragma once

#include <jacquard/support/memory/address_checks.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/support/memory/large_pieces.h>
#include <jacquard/support/memory/memory_allocator.h>

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace jacquard {

// Memory of an arena that is used again: what was given back is what the next one of about its size
// gets, and of large pieces any for which they suffice. For lists that come and go by the hundred
// while one thing is made, which then cost a few instructions each, and no new memory.
//
// It lives no longer than the arena, and throws what that throws. Where addresses are checked
// nobody may touch what was given back.
class MemoryPool {
  public:
    // Every piece is aligned to this.
    static constexpr std::size_t kAlignment = 16;

    explicit MemoryPool(Arena& arena) : arena_(arena) {}
    MemoryPool(const MemoryPool&) = delete;
    MemoryPool& operator=(const MemoryPool&) = delete;

    // `alignment` is at most kAlignment.
    [[nodiscard]] void* allocate(std::size_t size, std::size_t alignment = kAlignment) {
        assert(alignment <= kAlignment);
        static_cast<void>(alignment);
        if (size > std::numeric_limits<std::size_t>::max() / 4) {
            throw std::bad_alloc();
        }
        if (size > kMostSmall) {
            return allocate_large(size_of_large(size));
        }
        const std::size_t kind = kind_of(size);
        return free_[kind] != nullptr ? take(kind) : arena_.allocate(size_of(kind), kAlignment);
    }
    // `size` as it was asked for.
    void give_back(void* memory, std::size_t size) {
        if (size > kMostSmall) {
            large_.add(memory, size_of_large(size));
        } else {
            put(memory, kind_of(size));
        }
    }

  private:
    struct Free {
        Free* next;
    };

    static constexpr std::size_t kMostSmall = 16 * LargePieces::kUnit;
    // The smallest are whole numbers of kAlignment; between two powers of 2 above those are four
    // sizes.
    static constexpr std::size_t kSmallest = 256;
    static constexpr std::size_t kNumSmallest = kSmallest / kAlignment + 1;
    static constexpr unsigned kSmallestBits = std::bit_width(kSmallest);
    static constexpr std::size_t kNumKinds =
        kNumSmallest + (std::bit_width(kMostSmall) - kSmallestBits) * std::size_t{4};

    static std::size_t kind_of(std::size_t size) {
        if (size <= kSmallest) {
            return (size + kAlignment - 1) / kAlignment;
        }
        const auto bits = static_cast<unsigned>(std::bit_width(size - 1));
        const std::size_t quarter = (size - 1) >> (bits - 3U) & 3U;
        return kNumSmallest + (bits - kSmallestBits) * std::size_t{4} + quarter;
    }
    // The most bytes that are of a kind.
    static std::size_t size_of(std::size_t kind) {
        if (kind < kNumSmallest) {
            return kind == 0 ? kAlignment : kind * kAlignment;
        }
        const std::size_t above = kind - kNumSmallest;
        return (5 + above % 4) << (above / 4 + kSmallestBits - 3);
    }

    void* take(std::size_t kind) {
        Free* free = free_[kind];
        free_[kind] = free->next;
        open_memory(free, size_of(kind));
        return free;
    }
    void put(void* memory, std::size_t kind) {
        free_[kind] = new (memory) Free{free_[kind]};
        close_memory(free_[kind] + 1, size_of(kind) - sizeof(Free));
    }

    static std::size_t size_of_large(std::size_t size) {
        return (size + LargePieces::kUnit - 1) / LargePieces::kUnit * LargePieces::kUnit;
    }
    void* allocate_large(std::size_t size) {
        if (void* free = large_.take(size)) {
            return free;
        }
        // The rest of the arena's chunk would be lost if the arena took a new one.
        const std::size_t left = arena_.left(kAlignment) / LargePieces::kUnit * LargePieces::kUnit;
        if (left > kMostSmall && left < size) {
            large_.add(arena_.allocate(left, kAlignment), left);
        }
        return arena_.allocate(size, kAlignment);
    }

    Arena& arena_;
    std::array<Free*, kNumKinds> free_{};
    LargePieces large_;
};

template <typename T>
using PoolAllocator = MemoryAllocator<T, MemoryPool>;

template <typename T>
using PoolVector = std::vector<T, PoolAllocator<T>>;

} // namespace jacquard
