#include <jacquard/support/concurrency/resident_waves.h>
#include <jacquard/support/concurrency/weak_memory.h>

#include "catch.h"

#include <cstring>
#include <set>

using namespace jacquard;

namespace {

constexpr std::uint32_t kData = 1;
constexpr std::uint32_t kFlags = 2;
constexpr std::uint64_t kSeeds = 200;

// Two words that waves 0 and 1 of one group and 2 of another share.
struct Shared {
    explicit Shared(std::uint64_t seed) : run(seed) {
        run.order.add_agent(0);
        run.order.add_agent(0);
        run.order.add_agent(1);
    }
    void store(unsigned agent, unsigned word, std::uint32_t value) {
        run.memory.store(agent, kind_of(word), bytes(word), 4, value);
    }
    std::uint32_t load(unsigned agent, unsigned word) {
        run.order.begin_instruction(agent);
        return static_cast<std::uint32_t>(run.memory.load(agent, kind_of(word), bytes(word), 4));
    }
    std::uint32_t add(unsigned agent, unsigned word, std::uint32_t value) {
        const auto old = static_cast<std::uint32_t>(
            run.memory.begin_change(agent, kind_of(word), bytes(word), 4));
        run.memory.end_change(agent, kind_of(word), bytes(word), 4, old + value);
        return old;
    }
    std::byte* bytes(unsigned word) { return reinterpret_cast<std::byte*>(&words[word]); }
    static std::uint32_t kind_of(unsigned word) { return word == 0 ? kData : kFlags; }

    std::array<std::uint32_t, 2> words{};
    ConcurrentRun run;
};

// Returns the results of work(shared) over many seeds.
template <typename Work>
std::set<std::uint32_t> over_seeds(Work&& work) {
    std::set<std::uint32_t> values;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Shared shared(seed);
        values.insert(work(shared));
    }
    return values;
}

using Values = std::set<std::uint32_t>;

// Passes a message from wave 0 to `reader`: what is read of the data where the flag is seen, 9
// else.
template <typename Release, typename Acquire>
Values pass_message(unsigned reader, Release&& release, Acquire&& acquire) {
    return over_seeds([&](Shared& shared) {
        shared.store(0, 0, 1);
        release(shared.run.order);
        shared.store(0, 1, 1);
        const std::uint32_t flag = shared.load(reader, 1);
        acquire(shared.run.order);
        const std::uint32_t data = shared.load(reader, 0);
        return flag == 0 ? 9 : data;
    });
}

auto releases(std::uint32_t kinds, FenceReach reach) {
    return [=](WeakOrder& order) { order.release(0, kinds, reach); };
}
auto acquires(unsigned agent, std::uint32_t kinds, FenceReach reach) {
    return [=](WeakOrder& order) { order.acquire(agent, kinds, reach); };
}

} // namespace

TEST_CASE("weak order: a message needs a release and an acquire") {
    const auto nothing = [](WeakOrder&) {};
    const auto release = releases(kData, FenceReach::device);
    const auto acquire = acquires(1, kData, FenceReach::device);
    CHECK(pass_message(1, release, acquire) == Values{1, 9});
    CHECK(pass_message(1, nothing, acquire) == Values{0, 1, 9});
    CHECK(pass_message(1, release, nothing) == Values{0, 1, 9});
}

TEST_CASE("weak order: fences order only the kinds of memory that they name") {
    const auto reach = FenceReach::device;
    CHECK(pass_message(1, releases(kFlags, reach), acquires(1, kData, reach)).contains(0));
    CHECK(pass_message(1, releases(kData, reach), acquires(1, kFlags, reach)).contains(0));
    CHECK_FALSE(
        pass_message(1, releases(kData | kFlags, reach), acquires(1, kData, reach)).contains(0));
}

TEST_CASE("weak order: the fence of a group says nothing to others") {
    const auto group = FenceReach::group;
    const auto device = FenceReach::device;
    CHECK_FALSE(pass_message(1, releases(kData, group), acquires(1, kData, group)).contains(0));
    CHECK(pass_message(2, releases(kData, group), acquires(2, kData, device)).contains(0));
    CHECK(pass_message(2, releases(kData, device), acquires(2, kData, group)).contains(0));
    CHECK_FALSE(pass_message(2, releases(kData, device), acquires(2, kData, device)).contains(0));
}

TEST_CASE("weak order: an atomic hands on what it took") {
    const auto handed_on = [](bool by_atomic) {
        return over_seeds([=](Shared& shared) {
            shared.store(0, 0, 1);
            shared.run.order.release(0, kData, FenceReach::device);
            shared.store(0, 1, 1);
            // Wave 1 acquires nothing itself.
            if (by_atomic) {
                (void)shared.add(1, 1, 1);
            } else {
                shared.store(1, 1, shared.load(1, 1) + 1);
            }
            const std::uint32_t flag = shared.load(2, 1);
            shared.run.order.acquire(2, kData, FenceReach::device);
            const std::uint32_t data = shared.load(2, 0);
            return flag == 2 ? data : 9;
        });
    };
    CHECK_FALSE(handed_on(true).contains(0));
    CHECK(handed_on(false).contains(0));
}

TEST_CASE("weak order: atomics count everybody, and nobody comes in between") {
    CHECK(over_seeds([](Shared& shared) {
              for (unsigned agent = 0; agent < 3; ++agent) {
                  (void)shared.add(agent, 1, 1);
                  (void)shared.load(agent, 1);
              }
              return shared.words[1];
          }) == Values{3});
}

TEST_CASE("weak order: values of a place go one way for everybody") {
    CHECK(over_seeds([](Shared& shared) {
              shared.store(0, 0, 1);
              shared.store(0, 0, 2);
              const std::uint32_t first = shared.load(1, 0);
              const std::uint32_t second = shared.load(1, 0);
              return second < first ? 1U : 0U;
          }) == Values{0});
}

TEST_CASE(
    "weak order: a store may go before what another wave stored, and then is not what is left") {
    CHECK(over_seeds([](Shared& shared) {
              shared.store(0, 0, 1);
              shared.store(1, 0, 2);
              CHECK(shared.load(1, 0) != 0);
              return shared.words[0];
          }) == Values{1, 2});
}

TEST_CASE("weak order: a barrier hands on what was released, to the group alone") {
    const auto met = [](bool releases, bool acquires) {
        return over_seeds([=](Shared& shared) {
            shared.store(0, 0, 1);
            if (releases) {
                shared.run.order.release(0, kData, FenceReach::group);
            }
            shared.run.order.pass_barrier(0);
            if (acquires) {
                shared.run.order.acquire(1, kData, FenceReach::group);
            }
            return shared.load(1, 0);
        });
    };
    CHECK(met(true, true) == Values{1});
    CHECK(met(true, false) == Values{0, 1});
    CHECK(met(false, true) == Values{0, 1});
}

TEST_CASE("weak order: who waits for a value gets it, whatever the seed") {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Shared shared(seed);
        shared.store(0, 1, 1);
        unsigned tries = 1;
        while (shared.load(1, 1) == 0) {
            ++tries;
        }
        CHECK(tries <= 9);
    }
}

TEST_CASE("weak memory: parts of words, words and pairs of words are accessed at any byte") {
    std::array<std::byte, 16> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(i);
    }
    ConcurrentRun run(0);
    run.order.add_agent(0);
    CHECK(run.memory.load(0, 1, bytes.data() + 3, 8) == 0x0a09080706050403);
    run.memory.store(0, 1, bytes.data() + 5, 1, 0xff);
    CHECK(run.memory.load(0, 1, bytes.data() + 4, 4) == 0x0706ff04);
    run.memory.store(0, 1, bytes.data() + 6, 4, 0x11223344);
    CHECK(run.memory.load(0, 1, bytes.data() + 5, 8) == 0x0c0b0a11223344ff);
    CHECK(bytes[7] == std::byte{0x33});
    CHECK(bytes[10] == std::byte{10});
}

TEST_CASE("schedule: every wave gets its turn, whatever the seed") {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Schedule schedule(seed);
        const std::vector<unsigned> all = {0, 1, 2};
        for (unsigned i = 0; i < all.size(); ++i) {
            schedule.add();
        }
        unsigned since = 0;
        for (unsigned turn = 0; turn < 2000; ++turn) {
            since = schedule.pick(all) == 2 ? 0 : since + 1;
            REQUIRE(since <= 17 * all.size());
        }
    }
}

TEST_CASE("resident waves: a barrier is passed once all of a group are there") {
    using Meeting = ResidentWaves::Meeting;
    ConcurrentRun run(0);
    ResidentWaves waves(4, 2, run);
    CHECK(waves.arrive(0, 7) == Meeting::incomplete);
    CHECK(waves.arrive(2, 7) == Meeting::incomplete);
    CHECK(waves.arrive(1, 7) == Meeting::passed);
    CHECK(waves.end(0) == Meeting::incomplete);
    CHECK(waves.end(1) == Meeting::ended);
    CHECK(waves.arrive(3, 8) == Meeting::mismatched);
    CHECK_FALSE(waves.pick().has_value());
}

TEST_CASE("resident waves: who waits for waves that have ended is told so") {
    ConcurrentRun run(0);
    ResidentWaves waves(2, 2, run);
    CHECK(waves.end(0) == ResidentWaves::Meeting::incomplete);
    CHECK(waves.arrive(1, 7) == ResidentWaves::Meeting::abandoned);
}

TEST_CASE("weak memory: what nobody changed is told by who changed what, not by what is there") {
    Shared shared(7);
    shared.words = {0xa5a5a5a5, 0xa5a5a5a5};
    shared.store(0, 0, 0xa5a5a5a5);
    CHECK(shared.load(2, 1) == 0xa5a5a5a5);
    shared.run.memory.clear_untouched(std::as_writable_bytes(std::span(shared.words)));
    CHECK(shared.words == std::array<std::uint32_t, 2>{0xa5a5a5a5, 0});
}
