#include <jacquard/support/memory_pool.h>

#include "catch.h"

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
