// The lists in which the passes of the backend look things up.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/finish/pending.h>
#include <jacquard/ir3/compiler/graph/chained_lists.h>
#include <jacquard/ir3/compiler/graph/grouped_lists.h>
#include <jacquard/ir3/compiler/graph/node_walk.h>
#include <jacquard/ir3/compiler/registers/late_reads.h>
#include <jacquard/ir3/compiler/registers/neighbour_groups.h>
#include <jacquard/ir3/compiler/registers/taken_registers.h>
#include <jacquard/ir3/compiler/schedule/ready_list.h>
#include <jacquard/ir3/compiler/select/constant_nodes.h>

#include "catch.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

using namespace jacquard::ir3;

namespace {

std::vector<int> items_of(const GroupedLists<int>& lists, std::uint32_t number) {
    return {lists[number].begin(), lists[number].end()};
}

std::uint32_t below(std::uint32_t limit, std::mt19937& random) {
    return static_cast<std::uint32_t>(random() % limit);
}

struct PoolOfTest {
    jacquard::Arena arena;
    jacquard::MemoryPool pool{arena};
};

template <typename Lists>
struct PooledLists : PoolOfTest {
    Lists lists{pool};
};

// Groups for the nodes of a graph, which are all inputs.
struct InputGroups {
    explicit InputGroups(unsigned num_inputs) : graph(arena, Revision::a6xx), groups(graph.pool()) {
        Block& block = graph.add_block();
        for (unsigned i = 0; i < num_inputs; ++i) {
            nodes.push_back(Graph::append(block, graph.make(NodeKind::input, 0)));
        }
        groups.reset(graph.number_nodes());
    }
    jacquard::Arena arena;
    Graph graph;
    std::vector<Node*> nodes;
    NeighbourGroups groups;
};

} // namespace

TEST_CASE("grouped lists keep the order in which their items were added") {
    PooledLists<GroupedLists<int>> pooled;
    GroupedLists<int>& lists = pooled.lists;
    lists.add(2, 20);
    lists.add(0, 1);
    lists.add(2, 21);
    lists.add(0, 2);
    lists.arrange(4);
    CHECK(items_of(lists, 0) == std::vector{1, 2});
    CHECK(items_of(lists, 1).empty());
    CHECK(items_of(lists, 2) == std::vector{20, 21});

    lists.shrink(2, 0);
    CHECK(items_of(lists, 2).empty());
}

TEST_CASE("grouped lists that are appended to keep what they have when they move") {
    PooledLists<GroupedLists<int>> pooled;
    GroupedLists<int>& lists = pooled.lists;
    lists.start(3, 4);
    std::vector<std::vector<int>> expected(3);
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        const std::uint32_t number = below(3, random);
        lists.append_to(number, round);
        expected[number].push_back(round);
        for (std::uint32_t i = 0; i < 3; ++i) {
            REQUIRE(items_of(lists, i) == expected[i]);
        }
    }
    lists.start(1, 0);
    CHECK(items_of(lists, 0).empty());
}

TEST_CASE("chained lists keep the order in which their items were added, and grow in number") {
    PooledLists<ChainedLists<int>> pooled;
    ChainedLists<int>& lists = pooled.lists;
    const auto items = [&lists](std::uint32_t number) {
        std::vector<int> found;
        for (const int item : lists[number]) {
            found.push_back(item);
        }
        return found;
    };
    lists.start(3, 2);
    lists.add(2, 20);
    lists.add(0, 1);
    lists.add(2, 21);
    lists.start_another();
    lists.add(3, 30);
    lists.add(0, 2);
    CHECK(items(0) == std::vector{1, 2});
    CHECK(items(1).empty());
    CHECK(items(2) == std::vector{20, 21});
    CHECK(items(3) == std::vector{30});

    lists.start(1, 0);
    CHECK(items(0).empty());
    lists.add(0, 7);
    CHECK(items(0) == std::vector{7});
}

TEST_CASE("grouped lists grow and shrink anywhere") {
    PooledLists<GroupedLists<int>> pooled;
    GroupedLists<int>& lists = pooled.lists;
    lists.add(0, -1);
    lists.add(2, -2);
    lists.arrange(3);
    std::vector<int> expected;
    std::mt19937 random(1);
    for (int round = 0; round < 1000; ++round) {
        const auto size = static_cast<std::uint32_t>(expected.size());
        const std::uint32_t place = below(size + 1, random);
        const auto at = expected.begin() + static_cast<std::ptrdiff_t>(place);
        if (random() % 3 != 0) {
            const std::uint32_t count = below(4, random);
            lists.open(1, place, count);
            std::fill_n(lists[1].begin() + place, count, round);
            expected.insert(at, count, round);
        } else {
            const std::uint32_t count = below(size - place + 1, random);
            lists.close(1, place, count);
            expected.erase(at, at + static_cast<std::ptrdiff_t>(count));
        }
        REQUIRE(items_of(lists, 1) == expected);
    }
    CHECK(items_of(lists, 0) == std::vector{-1});
    CHECK(items_of(lists, 2) == std::vector{-2});
}

namespace {

constexpr std::uint32_t kPositions = 300;

// The registers in use, position by position.
class PlainRegisters {
  public:
    [[nodiscard]] bool is_taken(std::uint32_t number, Lifetime life) const {
        return std::any_of(at_.begin() + life.first, at_.begin() + life.last,
                           [number](const auto& taken) { return taken[number]; });
    }
    void take(std::uint32_t number, Lifetime life) {
        for (std::uint32_t position = life.first; position < life.last; ++position) {
            at_[position][number] = true;
        }
    }
    [[nodiscard]] RegisterBits find(std::uint32_t bank, Lifetime life) const {
        RegisterBits taken = 0;
        for (std::uint32_t number = 0; number < kBankSize; ++number) {
            taken |= RegisterBits{is_taken(bank * kBankSize + number, life)} << number;
        }
        return taken;
    }

  private:
    std::array<std::array<bool, kMostRegisters>, kPositions> at_{};
};

// Not empty.
Lifetime life_from(std::uint32_t first, std::mt19937& random) {
    return {first, first + 1 + below(std::min(60U, kPositions - first), random)};
}

} // namespace

TEST_CASE("taken registers are those of any position of a life") {
    std::mt19937 random(1);
    PoolOfTest memory;
    TakenRegisters registers(kPositions, memory.pool);
    for (int round = 0; round < 3; ++round) {
        PlainRegisters expected;
        std::uint32_t position = 0;
        while (position < kPositions) {
            const Lifetime now = life_from(position, random);
            const std::uint32_t avoided = below(100, random);
            const std::uint32_t end = below(130, random);
            const std::uint32_t number =
                registers.take_first_free(now, end, [avoided](std::uint32_t bank) {
                    return RegisterBits{bank == avoided / kBankSize} << avoided % kBankSize;
                });
            std::uint32_t first = 0;
            while (expected.is_taken(first, now) || first == avoided) {
                ++first;
            }
            REQUIRE((number < end) == (first < end));
            if (number < end) {
                REQUIRE(number == first);
                expected.take(number, now);
            }

            // Halves of a register are taken for themselves, so lives in one may overlap.
            const Lifetime later =
                life_from(position + below(kPositions - position, random), random);
            const std::uint32_t other = below(130, random);
            for (std::uint32_t bank = 0; bank < kMostBanks; ++bank) {
                REQUIRE(registers.find(bank, later) == expected.find(bank, later));
            }
            registers.take(other, later);
            expected.take(other, later);
            if (random() % 2 == 0) {
                registers.advance(++position);
            }
        }
        registers.clear();
    }
}

TEST_CASE("registers are read late as long as any instruction reads them") {
    std::mt19937 random(1);
    PoolOfTest memory;
    LateReads late(kPositions, memory.pool);
    for (int round = 0; round < 2; ++round) {
        PlainRegisters expected;
        for (int i = 0; i < 200; ++i) {
            const std::uint32_t number = below(kMostRegisters, random);
            const Lifetime life = life_from(below(kPositions, random), random);
            late.take(number, life);
            expected.take(number, life);
        }
        for (std::uint32_t position = 0; position < kPositions; ++position) {
            for (std::uint32_t bank = 0; bank < kMostBanks; ++bank) {
                REQUIRE(late.find(bank, position) == expected.find(bank, {position, position + 1}));
            }
        }
        late.clear();
    }
}

TEST_CASE("what is longer cannot begin in front of a register that is taken") {
    const std::array<std::uint32_t, 4> taken{3, 64, 130, 255};
    const auto taken_in = [&](std::uint32_t bank) {
        RegisterBits found = 0;
        for (const std::uint32_t number : taken) {
            found |= RegisterBits{number / kBankSize == bank} << number % kBankSize;
        }
        return found;
    };
    for (const std::uint32_t distance : {0U, 1U, 3U, 64U, 66U, 255U}) {
        for (std::uint32_t number = 0; number < kMostRegisters; ++number) {
            const RegisterBits blocked = those_before(number / kBankSize, distance, taken_in);
            const bool expected =
                std::find(taken.begin(), taken.end(), number + distance) != taken.end();
            CHECK((blocked >> number % kBankSize & 1) == (expected ? 1 : 0));
        }
    }
}

TEST_CASE("ranked nodes are in order wherever they come in and go out") {
    PoolOfTest memory;
    RankedNodes ranked(memory.pool);
    std::vector<std::int64_t> keys; // in order
    std::mt19937 random(1);
    // Few at a time, then many, with more at one end than at the other, and few again.
    for (unsigned step = 0; step < 20'000; ++step) {
        const std::size_t wanted = step % 5'000 < 2'500 ? 20 : 700;
        const std::uint32_t centre = step / 5'000 * 1'000;
        if (keys.size() < wanted && random() % 3 != 0) {
            const std::int64_t key = centre + below(1'000'000, random);
            const auto place = std::lower_bound(keys.begin(), keys.end(), key);
            if (place != keys.end() && *place == key) {
                continue;
            }
            keys.insert(place, key);
            ranked.insert({key, nullptr});
        } else if (!keys.empty()) {
            const std::size_t place = random() % 2 == 0 ? keys.size() - 1 : random() % keys.size();
            REQUIRE(ranked.has(keys[place]));
            if (random() % 2 == 0) {
                ranked.erase_at(place);
            } else {
                ranked.erase(keys[place]);
            }
            keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(place));
        }
        REQUIRE(ranked.entries().size() == keys.size());
        REQUIRE(std::equal(keys.begin(), keys.end(), ranked.entries().begin(),
                           [](std::int64_t key, const auto& entry) { return key == entry.key; }));
    }
    CHECK_FALSE(ranked.has(-1));
    ranked.clear();
    CHECK(ranked.entries().empty());
}

TEST_CASE("of thousands that are ready the oldest are candidates, by rank") {
    constexpr unsigned kNodes = 2000;
    std::vector<Node> nodes(kNodes);
    const auto rank = [](const Node* node, std::size_t way) {
        return way == 0 ? static_cast<std::int32_t>(node->depth)
                        : -static_cast<std::int32_t>(node->index);
    };
    PoolOfTest memory;
    ReadyList list(rank, memory.pool);
    std::mt19937 random(1);
    for (unsigned i = 0; i < kNodes; ++i) {
        nodes[i].index = nodes[i].serial = i;
        nodes[i].depth = below(50, random);
    }
    std::vector<Node*> left;
    for (Node& node : nodes) {
        left.push_back(&node);
    }
    std::shuffle(left.begin(), left.end(), random);
    for (Node* node : left) {
        list.add(node);
    }
    std::sort(left.begin(), left.end(),
              [](const Node* a, const Node* b) { return a->index < b->index; });
    while (!left.empty()) {
        const std::size_t count = std::min<std::size_t>(left.size(), 512);
        std::vector<Node*> oldest(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(count));
        const auto by_order = list.candidates(1);
        REQUIRE(by_order.size() == count);
        CHECK(by_order.back().node == oldest.front());
        CHECK(by_order.front().node == oldest.back());
        const auto by_depth = list.candidates(0);
        const Node* deepest =
            *std::max_element(oldest.begin(), oldest.end(), [](const Node* a, const Node* b) {
                return a->depth != b->depth ? a->depth < b->depth : a->index > b->index;
            });
        CHECK(by_depth.back().node == deepest);
        // Ranks change in place.
        Node* changed = left[random() % left.size()];
        const bool is_candidate = list.begin_change(changed);
        CHECK(is_candidate == (std::find(oldest.begin(), oldest.end(), changed) != oldest.end()));
        changed->depth += 7;
        if (is_candidate) {
            list.end_change(changed);
        }
        const auto which = left.begin() + static_cast<std::ptrdiff_t>(random() % left.size());
        list.erase(*which);
        left.erase(which);
        if (!list.empty()) {
            // Candidates go by their place in either order.
            const std::size_t way = random() % 2;
            const std::size_t place = random() % list.num_candidates();
            const Node* gone = list.candidates(way)[place].node;
            list.remove(way, place);
            left.erase(std::find(left.begin(), left.end(), gone));
        }
    }
    CHECK(list.empty());
}

TEST_CASE("a mov of a constant is found in its block, by its value and width") {
    jacquard::Arena arena;
    Graph graph(arena, Revision::a6xx);
    Block& first = graph.add_block();
    Block& second = graph.add_block();
    PoolOfTest memory;
    ConstantNodes constants(memory.pool);
    std::vector<Node*> made;
    for (std::uint32_t bits = 0; bits < 1000; ++bits) {
        REQUIRE(constants.find(first, bits, false) == nullptr);
        made.push_back(graph.append(first, make_copy(graph, immediate_source(bits))));
        constants.add(made.back());
    }
    for (std::uint32_t bits = 0; bits < 1000; ++bits) {
        CHECK(constants.find(first, bits, false) == made[bits]);
        CHECK(constants.find(first, bits, true) == nullptr);
        CHECK(constants.find(second, bits, false) == nullptr);
    }
}

TEST_CASE("readers of a value are visited in the order they were added") {
    InputGroups inputs(4);
    NeighbourGroups& groups = inputs.groups;
    const std::vector<Node*>& nodes = inputs.nodes;
    Node* value = nodes[0];
    const auto readers = [&groups, value]() {
        std::vector<Node*> found;
        groups.for_each_reader(value, [&found](Node* reader) { found.push_back(reader); });
        return found;
    };
    CHECK(readers().empty());
    for (unsigned i = 3; i > 0; --i) {
        groups.add_reader(value, nodes[i]);
    }
    CHECK(readers() == std::vector<Node*>{nodes[3], nodes[2], nodes[1]});
}

TEST_CASE("what stands in groups stays in order where one is laid over another") {
    InputGroups inputs(4);
    NeighbourGroups& groups = inputs.groups;
    const std::vector<Node*>& nodes = inputs.nodes;
    const std::uint32_t one = groups.add(1, false);
    groups.put(nodes[0], one, 0);
    groups.put(nodes[1], one, 0);
    const std::uint32_t other = groups.add(1, false);
    groups.put(nodes[2], other, 0);
    groups.enter(nodes[3], other, 0);

    CHECK(groups.join(one, other, -1) == 1);
    CHECK(groups[one].members.empty());
    REQUIRE(groups[other].slots.size() == 2);
    std::vector<Node*> values;
    for (const NeighbourGroups::Slot& slot : groups[other].slots) {
        groups.for_each_value(slot, [&values](Node* value) { values.push_back(value); });
    }
    CHECK(values == std::vector<Node*>(nodes.begin(), nodes.begin() + 3));
    CHECK_FALSE(groups[other].slots[0].values.has_one());
    CHECK(groups[other].slots[1].values.has_one());

    groups.publish(inputs.graph);
    REQUIRE(inputs.graph.groups.size() == 1);
    CHECK(inputs.graph.groups[0].length == 2);
    for (const std::uint32_t i : {0U, 1U, 2U, 3U}) {
        CHECK(nodes[i]->group == 0);
        CHECK(nodes[i]->group_slot == (i < 2 ? 0 : 1));
    }
}

TEST_CASE("a flag that was waited for is outstanding no longer, slots still are") {
    PoolOfTest memory;
    PendingRegisters registers(200, memory.pool);
    Pending slow;
    slow.result = Sync::sy;
    registers.set(62, 4, slow);
    Pending fast;
    fast.written = 70;
    fast.writers = 1;
    fast.full = true;
    registers.set(10, 2, fast);
    registers.set_reads(11, Sync::ss);
    registers.take(Sync::sy);
    CHECK_FALSE(registers[63].is_anything());
    CHECK_FALSE(registers[64].is_anything());
    CHECK(registers[11].reads == Sync::ss);
    registers.take(Sync::ss);
    CHECK(registers[11] == fast);
    registers.forget_out_of_reach(1000);
    CHECK_FALSE(registers[10].is_anything());
    CHECK_FALSE(registers.has_any(0));
}

TEST_CASE("node walks visit every node once, in the order of the list or against it") {
    for (const unsigned count : {0U, 1U, 9U, 1023U, 1024U, 1025U}) {
        InputGroups inputs(count);
        std::vector<Node*> forwards;
        for (Node* node : in_order(inputs.nodes)) {
            forwards.push_back(node);
        }
        std::vector<Node*> backwards;
        for (Node* node : in_reverse(inputs.nodes)) {
            backwards.push_back(node);
        }
        std::reverse(backwards.begin(), backwards.end());
        CHECK(forwards == inputs.nodes);
        CHECK(backwards == inputs.nodes);
    }
}
