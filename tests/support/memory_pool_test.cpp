#include <jacquard/support/memory/memory_pool.h>

#include "catch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace {

using jacquard::Arena;
using jacquard::MemoryPool;
using jacquard::PoolVector;

TEST_CASE("a pool hands out what was given back") {
    Arena arena;
    MemoryPool pool(arena);
    void* first = pool.allocate(100);
    void* second = pool.allocate(100);
    CHECK(first != second);
    pool.give_back(first, 100);
    CHECK(pool.allocate(100) == first);
    // About the same size is the same piece of memory, another size is not.
    pool.give_back(second, 100);
    CHECK(pool.allocate(50) != second);
    CHECK(pool.allocate(112) == second);
}

TEST_CASE("pieces of a pool do not overlap, whatever their size") {
    Arena arena;
    MemoryPool pool(arena);
    struct Piece {
        unsigned char* memory;
        std::size_t size;
    };
    std::vector<Piece> pieces;
    unsigned char mark = 0;
    for (std::size_t size = 0; size < 5000; size = size * 9 / 8 + 1) {
        for (int twice = 0; twice < 2; ++twice) {
            auto* memory = static_cast<unsigned char*>(pool.allocate(size));
            CHECK(reinterpret_cast<std::uintptr_t>(memory) % MemoryPool::kAlignment == 0);
            std::memset(memory, mark++, size);
            pieces.push_back({memory, size});
        }
    }
    mark = 0;
    for (const Piece& piece : pieces) {
        for (std::size_t i = 0; i < piece.size; ++i) {
            REQUIRE(piece.memory[i] == mark);
        }
        ++mark;
    }
}

TEST_CASE("lists that come and go in a pool take no more memory than one at a time") {
    Arena arena;
    MemoryPool pool(arena);
    const auto fill = [&pool] {
        PoolVector<int> list(pool);
        for (int i = 0; i < 10000; ++i) {
            list.push_back(i);
        }
        return list.back();
    };
    CHECK(fill() == 9999);
    const std::size_t taken = arena.reserved_bytes();
    for (int round = 0; round < 100; ++round) {
        CHECK(fill() == 9999);
    }
    CHECK(arena.reserved_bytes() == taken);
}

TEST_CASE("large pieces that are free next to each other are one") {
    constexpr std::size_t kUnit = std::size_t{1} << 16;
    Arena arena(kUnit * 16);
    MemoryPool pool(arena);
    std::array<void*, 4> pieces{};
    for (void*& piece : pieces) {
        piece = pool.allocate(kUnit);
    }
    // In an order in which each way to join is taken: behind, in front of, and between others.
    for (const std::size_t freed : {1U, 0U, 3U, 2U}) {
        pool.give_back(pieces[freed], kUnit);
    }
    CHECK(pool.allocate(kUnit * 4) == pieces[0]);
    pool.give_back(pieces[0], kUnit * 4);
    // And are shared out again.
    CHECK(pool.allocate(kUnit * 3) == pieces[0]);
    CHECK(pool.allocate(kUnit) == pieces[3]);
}

TEST_CASE("a list lies where others lay that have grown") {
    Arena arena;
    MemoryPool pool(arena);
    constexpr std::size_t kBytes = std::size_t{1} << 22;
    PoolVector<char> list(pool);
    for (std::size_t i = 0; i < kBytes; ++i) {
        list.push_back('x');
    }
    const std::size_t taken = arena.reserved_bytes();
    const PoolVector<char> next(kBytes / 4, 'y', pool);
    CHECK(arena.reserved_bytes() == taken);
    CHECK(list[kBytes - 1] == 'x');
    CHECK(next[kBytes / 4 - 1] == 'y');
}

TEST_CASE("what is left of a chunk serves large pieces") {
    Arena arena(std::size_t{1} << 20);
    MemoryPool pool(arena);
    void* first = pool.allocate(std::size_t{1} << 19);
    void* beyond = pool.allocate(std::size_t{1} << 20);
    const std::size_t taken = arena.reserved_bytes();
    CHECK(pool.allocate(std::size_t{1} << 18) == static_cast<char*>(first) + (1 << 19));
    CHECK(beyond != first);
    CHECK(arena.reserved_bytes() == taken);
}

TEST_CASE("a pool refuses what no memory could hold") {
    Arena arena;
    MemoryPool pool(arena);
    CHECK_THROWS_AS(pool.allocate(~std::size_t{0}), std::bad_alloc);
    PoolVector<std::uint64_t> list(pool);
    CHECK_THROWS(list.reserve(~std::size_t{0} / 16));
}

TEST_CASE("a pool is held to the budget of its arena") {
    Arena arena;
    arena.charge_to(std::make_shared<jacquard::MemoryBudget>(100000));
    MemoryPool pool(arena);
    PoolVector<char> list(pool);
    CHECK_THROWS_AS(list.resize(200000), std::bad_alloc);
    list.resize(50000);
    CHECK(list.size() == 50000);
}

} // namespace
