#include <jacquard/support/memory/arena.h>
#include <jacquard/support/memory/arena_allocator.h>

#include "catch.h"

#include <cstdint>
#include <functional>
#include <map>
#include <new>
#include <utility>
#include <vector>

using jacquard::Arena;

TEST_CASE("an arena hands out aligned memory that does not overlap") {
    Arena arena(64);
    std::vector<std::uint64_t*> values;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        (void)arena.allocate(1, 1);
        auto* value = arena.make<std::uint64_t>(i);
        REQUIRE(reinterpret_cast<std::uintptr_t>(value) % alignof(std::uint64_t) == 0);
        values.push_back(value);
    }
    for (std::uint64_t i = 0; i < values.size(); ++i) {
        REQUIRE(*values[i] == i);
    }
}

TEST_CASE("an arena serves a request larger than its chunks") {
    Arena arena(64);
    const auto large = arena.make_array<std::uint32_t>(100000);
    CHECK(large.size() == 100000);
    CHECK(large.front() == 0);
    CHECK(large.back() == 0);
}

TEST_CASE("a cleared arena uses its newest chunk again") {
    Arena arena(1024);
    (void)arena.make_array<char>(1000000);
    arena.clear();
    const std::size_t reserved = arena.reserved_bytes();
    (void)arena.make_array<char>(900000);
    CHECK(arena.reserved_bytes() == reserved);
}

TEST_CASE("chunks grow with what is needed") {
    Arena arena(1024);
    std::size_t chunks = 0;
    std::size_t reserved = 0;
    for (std::size_t handed_out = 0; handed_out < 20'000'000; handed_out += 1000) {
        *static_cast<char*>(arena.allocate(1000, 1)) = 1;
        chunks += arena.reserved_bytes() != reserved ? 1 : 0;
        reserved = arena.reserved_bytes();
    }
    CHECK(chunks < 28);
    CHECK(reserved < 25'000'000);
}

TEST_CASE("a moved arena keeps its objects alive") {
    Arena first;
    auto* value = first.make<int>(7);
    const Arena second = std::move(first);
    CHECK(*value == 7);
    CHECK(second.reserved_bytes() > 0);
}

TEST_CASE("strings are copied into the arena") {
    Arena arena;
    std::string text = "writemask";
    const std::string_view copy = arena.copy_string(text);
    text = "overwritten";
    CHECK(copy == "writemask");
}

TEST_CASE("containers take their memory from an arena") {
    using Allocator = jacquard::ArenaAllocator<std::pair<const int, int>>;
    Arena arena(64);
    std::map<int, int, std::less<int>, Allocator> squares{Allocator(arena)};
    for (int i = 0; i < 1000; ++i) {
        squares.emplace(i, i * i);
    }
    CHECK(arena.reserved_bytes() > 1000 * sizeof(std::pair<const int, int>));
    const std::size_t reserved = arena.reserved_bytes();
    squares.clear();
    CHECK(arena.reserved_bytes() == reserved);
    CHECK_THROWS_AS((void)Allocator(arena).allocate(~std::size_t{0} / 2), std::bad_alloc);
}
