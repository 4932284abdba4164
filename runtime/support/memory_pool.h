#pragma once

#include <jacquard/support/address_checks.h>
#include <jacquard/support/arena.h>
#include <jacquard/support/memory_allocator.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace jacquard {

// Memory of an arena that is used again: what was given back is what the next one of about its size
// gets, and of large pieces any that is smaller. For lists that come and go by the hundred while
// one thing is made, which then cost a few instructions each, and no new memory.
//
// It lives no longer than the arena, and throws what that throws. Where addresses are checked
// nobody may touch what was given back.
class MemoryPool {
  public:
    // Of all that it hands out.
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
        const std::size_t kind = kind_of(size);
        if (free_[kind] != nullptr) {
            return take(kind);
        }
        void* part = kind >= kFirstLarge ? take_part_of_larger(kind) : nullptr;
        return part != nullptr ? part : arena_.allocate(size_of(kind), kAlignment);
    }
    // `size` as it was asked for.
    void give_back(void* memory, std::size_t size) { put(memory, kind_of(size)); }

  private:
    struct Free {
        Free* next;
    };

    // Small pieces are whole numbers of kAlignment; between two powers of 2 above those are four
    // sizes.
    static constexpr std::size_t kSmall = 256;
    static constexpr std::size_t kNumSmall = kSmall / kAlignment + 1;
    static constexpr unsigned kSmallBits = std::bit_width(kSmall);
    static constexpr std::size_t kNumKinds =
        kNumSmall + (std::numeric_limits<std::size_t>::digits - kSmallBits + 1) * 4;
    // From 16 KiB on, what is free is taken apart for what is asked for.
    static constexpr std::size_t kFirstLarge = kNumSmall + (15 - kSmallBits) * 4;

    static std::size_t kind_of(std::size_t size) {
        if (size <= kSmall) {
            return (size + kAlignment - 1) / kAlignment;
        }
        const auto bits = static_cast<unsigned>(std::bit_width(size - 1));
        const std::size_t quarter = (size - 1) >> (bits - 3U) & 3U;
        return kNumSmall + (bits - kSmallBits) * std::size_t{4} + quarter;
    }
    // The most bytes that are of a kind.
    static std::size_t size_of(std::size_t kind) {
        if (kind < kNumSmall) {
            return kind == 0 ? kAlignment : kind * kAlignment;
        }
        const std::size_t above = kind - kNumSmall;
        return (5 + above % 4) << (above / 4 + kSmallBits - 3);
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
        end_ = std::max(end_, kind + 1);
    }

    // The beginning of the smallest free piece that is larger; null where there is none.
    void* take_part_of_larger(std::size_t kind) {
        std::size_t larger = kind + 1;
        while (larger < end_ && free_[larger] == nullptr) {
            ++larger;
        }
        if (larger >= end_) {
            return nullptr;
        }
        auto* memory = static_cast<std::byte*>(take(larger));
        const std::size_t taken = size_of(kind);
        // What is left is a whole number of units; the kinds below it share it out.
        for (std::size_t left = size_of(larger) - taken; left >= size_of(kFirstLarge);) {
            std::size_t part = kind_of(left);
            part -= size_of(part) > left ? 1 : 0;
            left -= size_of(part);
            put(memory + taken + left, part);
        }
        return memory;
    }

    Arena& arena_;
    std::size_t end_ = 0; // no piece of this kind or a larger one is free
    std::array<Free*, kNumKinds> free_{};
};

template <typename T>
using PoolAllocator = MemoryAllocator<T, MemoryPool>;

template <typename T>
using PoolVector = std::vector<T, PoolAllocator<T>>;

} // namespace jacquard
