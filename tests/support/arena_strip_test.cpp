#include <jacquard/support/memory/arena_strip.h>

#include "catch.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

using jacquard::Arena;
using jacquard::ArenaStrip;

TEST_CASE("objects of a strip lie one behind the other, whatever the arena is asked for besides") {
    Arena arena;
    ArenaStrip strip(arena);
    std::size_t gaps = 0;
    const std::uint64_t* last = nullptr;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        auto* value = strip.make<std::uint64_t>(i);
        static_cast<void>(arena.allocate(24, 8));
        gaps += last != nullptr && value != last + 1 ? 1 : 0;
        last = value;
    }
    CHECK(gaps < 20);
}

TEST_CASE("strips of one arena do not overlap") {
    Arena arena;
    ArenaStrip first(arena);
    ArenaStrip second(arena);
    std::vector<std::uint64_t*> values;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        values.push_back((i % 2 == 0 ? first : second).make<std::uint64_t>(i));
    }
    for (std::uint64_t i = 0; i < values.size(); ++i) {
        REQUIRE(*values[i] == i);
    }
}

TEST_CASE("a strip begins where a line of the cache does") {
    struct alignas(ArenaStrip::kAlignment) Line {
        std::uint64_t value;
    };
    Arena arena;
    static_cast<void>(arena.allocate(8, 8));
    ArenaStrip strip(arena);
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        const auto* line = strip.make<Line>(i);
        REQUIRE(reinterpret_cast<std::uintptr_t>(line) % ArenaStrip::kAlignment == 0);
    }
}

TEST_CASE("a large object takes no piece away from the small ones") {
    Arena arena;
    ArenaStrip strip(arena);
    const auto* first = strip.make<std::uint64_t>(std::uint64_t{1});
    static_cast<void>(strip.allocate(1'000'000));
    const auto* second = strip.make<std::uint64_t>(std::uint64_t{2});
    CHECK(second == first + 1);
}

TEST_CASE("what strips leave over is a small share of an arena") {
    Arena arena;
    ArenaStrip first(arena);
    ArenaStrip second(arena);
    std::size_t used = 0;
    while (used < 5'000'000) {
        static_cast<void>(first.allocate(72));
        static_cast<void>(second.allocate(48));
        used += 120;
    }
    CHECK(arena.reserved_bytes() < used + used / 3);
}

TEST_CASE("a strip is charged to the budget of its arena") {
    Arena arena;
    arena.charge_to(std::make_shared<jacquard::MemoryBudget>(100'000));
    ArenaStrip strip(arena);
    CHECK_THROWS_AS(
        [&strip] {
            for (int i = 0; i < 10'000; ++i) {
                static_cast<void>(strip.allocate(64));
            }
        }(),
        jacquard::BudgetExceeded);
}
