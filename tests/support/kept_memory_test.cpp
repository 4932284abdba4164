#include <jacquard/support/memory/arena.h>
#include <jacquard/support/memory/kept_memory.h>

#include "catch.h"

#include <thread>

namespace {

using jacquard::Arena;
using jacquard::kept_memory;
using jacquard::kMostKeptMemory;
using jacquard::release_kept_memory;

// Memory is freed at once if addresses are checked.
bool keeps_memory() {
    release_kept_memory();
    { const Arena arena; }
    {
        Arena arena;
        (void)arena.make<int>();
    }
    return kept_memory() != 0;
}

TEST_CASE("a thread keeps the memory of an arena for the next") {
    if (!keeps_memory()) {
        SUCCEED("addresses are checked");
        return;
    }
    release_kept_memory();
    const void* first = nullptr;
    std::size_t reserved = 0;
    {
        Arena arena;
        first = arena.allocate(100, 8);
        reserved = arena.reserved_bytes();
        CHECK(kept_memory() == 0);
    }
    CHECK(kept_memory() == reserved);
    Arena arena;
    CHECK(arena.allocate(100, 8) == first);
    CHECK(kept_memory() == 0);
}

TEST_CASE("a thread keeps no more than it should, and gives it back when asked") {
    {
        Arena arena;
        for (int i = 0; i < 64; ++i) {
            (void)arena.allocate(std::size_t{1} << 20, 8);
        }
        CHECK(arena.reserved_bytes() > kMostKeptMemory);
    }
    CHECK(kept_memory() <= kMostKeptMemory);
    release_kept_memory();
    CHECK(kept_memory() == 0);
}

TEST_CASE("an arena may end in another thread than it began in, or behind its thread") {
    Arena outer;
    std::thread([&outer] {
        Arena inner;
        (void)inner.make<int>(1);
        outer = std::move(inner);
        (void)outer.make<int>(2);
    }).join();
    static thread_local Arena late;
    std::thread([] {
        static thread_local Arena ends_last;
        (void)ends_last.make<int>(3);
    }).join();
    (void)late.make<int>(4);
    CHECK(outer.reserved_bytes() > 0);
}

} // namespace
