#include <jacquard/support/memory/arena.h>
#include <jacquard/support/text/limits.h>

#include "catch.h"

#include <memory>
#include <set>
#include <string>

using namespace jacquard;

TEST_CASE("each limit has a code, a name and an option of its own") {
    std::set<std::string> known;
    for (std::size_t i = 0; i < kNumLimits; ++i) {
        const LimitInfo& facts = info(static_cast<Limit>(i));
        CHECK(facts.code == "L10" + std::to_string(i + 1));
        CHECK(known.insert(std::string(facts.name)).second);
        CHECK(known.insert(std::string(facts.option)).second);
        CHECK(Limits{}.*facts.member <= facts.most);
        CHECK_FALSE(facts.doc.empty());
    }
}

TEST_CASE("a limit that is reached is an error that says which one it is and how to set it") {
    Diagnostics diagnostics("shader.tgsi", "");
    Limits limits;
    limits.instructions = 10;
    CHECK_FALSE(reported_limit(diagnostics).has_value());
    report_limit(diagnostics, {12, 1}, Limit::instructions, limits);
    CHECK(diagnostics.render() ==
          "shader.tgsi:12:1: error[L102]: there are more than 10 instructions\n"
          "shader.tgsi: note: Limits::instructions or --max-instructions sets the limit\n");
    CHECK(reported_limit(diagnostics) == Limit::instructions);
}

TEST_CASE("a budget that is used up is an error, and so is a system without memory") {
    Diagnostics budget;
    report_out_of_memory(budget, BudgetExceeded(), {});
    CHECK(budget.all()[0].message == "this takes more than 805306368 bytes of memory");
    Diagnostics system;
    report_out_of_memory(system, std::bad_alloc(), {});
    CHECK(system.all()[0].message == "the system has no more memory");
    CHECK(reported_limit(system) == Limit::memory);
}

TEST_CASE("an arena takes what its budget has and no more") {
    const auto budget = std::make_shared<MemoryBudget>(100'000);
    Arena arena(1024);
    arena.charge_to(budget);
    std::size_t handed_out = 0;
    const auto take = [&] {
        for (;; handed_out += 100) {
            *static_cast<char*>(arena.allocate(100, 1)) = 1;
        }
    };
    CHECK_THROWS_AS(take(), BudgetExceeded);
    CHECK(handed_out > 90'000);
    CHECK(arena.reserved_bytes() <= 100'000);
    CHECK(budget->left() == 100'000 - arena.reserved_bytes());
}

TEST_CASE("arenas of one budget share it and give back what they took") {
    const auto budget = std::make_shared<MemoryBudget>(100'000);
    Arena kept(1024);
    kept.charge_to(budget);
    (void)kept.allocate(40'000, 1);
    {
        Arena other(1024);
        (void)other.allocate(40'000, 1);
        other.charge_to(budget); // what it has already counts
        CHECK(budget->left() < 20'000);
        CHECK_THROWS_AS(other.allocate(40'000, 1), BudgetExceeded);
    }
    (void)kept.allocate(40'000, 1);
    CHECK(budget->peak() >= 80'000);
    kept.charge_to(nullptr);
    CHECK(budget->left() == 100'000);
    (void)kept.allocate(400'000, 1);
}

TEST_CASE("an arena that does not fit its new budget keeps the old one") {
    const auto large = std::make_shared<MemoryBudget>(100'000);
    Arena arena(1024);
    arena.charge_to(large);
    (void)arena.allocate(5'000, 1);
    CHECK_THROWS_AS(arena.charge_to(std::make_shared<MemoryBudget>(10)), BudgetExceeded);
    CHECK(arena.budget() == large);
    arena.clear();
    CHECK(large->left() == 100'000 - arena.reserved_bytes());
}

TEST_CASE("a request beyond all memory fails and leaves the arena as it is") {
    Arena arena;
    CHECK_THROWS_AS(arena.allocate(~std::size_t{0} - 8, 8), std::bad_alloc);
    CHECK_THROWS_AS(arena.make_array<std::uint64_t>(~std::size_t{0} / 4), std::bad_alloc);
    CHECK(*arena.make<int>(7) == 7);
}

TEST_CASE("a charge is given back when its table goes") {
    const auto budget = std::make_shared<MemoryBudget>(100);
    {
        MemoryCharge charge(budget);
        charge.add(60);
        CHECK_THROWS_AS(charge.add(60), BudgetExceeded);
        MemoryCharge moved = std::move(charge);
        CHECK(budget->left() == 40);
    }
    CHECK(budget->left() == 100);
    MemoryCharge uncounted(nullptr);
    uncounted.add(~std::uint64_t{0});
}
