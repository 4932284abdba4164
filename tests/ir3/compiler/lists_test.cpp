// What the passes of the backend look things up in.
#include <jacquard/ir3/compiler/constant_nodes.h>
#include <jacquard/ir3/compiler/grouped_lists.h>
#include <jacquard/ir3/compiler/neighbour_groups.h>
#include <jacquard/ir3/compiler/pending.h>
#include <jacquard/ir3/compiler/ready_list.h>
#include <jacquard/ir3/compiler/taken_registers.h>
#include <jacquard/ir3/revisions.h>

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

} // namespace

TEST_CASE("grouped lists keep the order in which their items were added") {
    GroupedLists<int> lists;
    lists.add(2, 20);
    lists.add(0, 1);
    lists.add(2, 21);
    lists.add(0, 2);
    lists.arrange(4);
    CHECK(items_of(lists, 0) == std::vector{1, 2});
    CHECK(items_of(lists, 1).empty());
    CHECK(items_of(lists, 2) == std::vector{20, 21});
    CHECK(lists.append(std::vector{7, 8}) == 4);
    CHECK(items_of(lists, 4) == std::vector{7, 8});

    lists.shrink(2, 0);
    CHECK(items_of(lists, 2).empty());
}

TEST_CASE("grouped lists grow and shrink anywhere") {
    GroupedLists<int> lists;
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

TEST_CASE("taken registers are those of any position of a life") {
    constexpr std::uint32_t kPositions = 100;
    std::mt19937 random(1);
    TakenRegisters registers(kPositions);
    std::array<std::array<bool, RegisterSet::kMost>, kPositions> taken{};
    for (unsigned round = 0; round < 500; ++round) {
        const std::uint32_t first = below(kPositions, random);
        const std::uint32_t last = first + below(kPositions - first + 1, random);
        const std::uint32_t from = below(RegisterSet::kMost, random);
        RegisterSet found;
        registers.find({first, last}, found);
        std::uint32_t expected = from;
        const auto is_taken = [&](std::uint32_t number) {
            return std::any_of(taken.begin() + first, taken.begin() + last,
                               [number](const auto& at) { return at[number]; });
        };
        while (expected < RegisterSet::kMost && is_taken(expected)) {
            ++expected;
        }
        REQUIRE(found.first_absent(from) == expected);
        if (expected < RegisterSet::kMost) {
            registers.take(expected, {first, last});
            for (std::uint32_t position = first; position < last; ++position) {
                taken[position][expected] = true;
            }
        }
    }
    registers.clear();
    RegisterSet none;
    registers.find({0, kPositions}, none);
    CHECK(none.first_absent(0) == 0);
}

TEST_CASE("a moved set of registers blocks the beginnings of what is longer") {
    RegisterSet taken;
    for (const std::uint32_t number : {3U, 64U, 130U, 255U}) {
        taken.insert(number);
    }
    for (const std::uint32_t distance : {0U, 1U, 3U, 64U, 66U, 255U}) {
        RegisterSet blocked;
        blocked.join_moved(taken, distance);
        for (std::uint32_t number = 0; number < RegisterSet::kMost; ++number) {
            const std::uint32_t there = number + distance;
            const bool expected = there == 3 || there == 64 || there == 130 || there == 255;
            CHECK((blocked.first_absent(number) != number) == expected);
        }
    }
}

TEST_CASE("of thousands that are ready the oldest are candidates, by rank") {
    constexpr unsigned kNodes = 2000;
    std::vector<Node> nodes(kNodes);
    const auto rank = [](const Node* node, std::size_t way) {
        return way == 0 ? std::int64_t{node->depth} : -std::int64_t{node->index};
    };
    ReadyList list(rank);
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
    ConstantNodes constants;
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
    jacquard::Arena arena;
    Graph graph(arena, Revision::a6xx);
    Block& block = graph.add_block();
    for (unsigned i = 0; i < 4; ++i) {
        graph.append(block, graph.make(NodeKind::input, 0));
    }
    NeighbourGroups groups;
    groups.reset(graph.number_nodes());
    Node* value = block.nodes[0];
    const auto readers = [&groups, value]() {
        std::vector<Node*> found;
        groups.for_each_reader(value, [&found](Node* reader) { found.push_back(reader); });
        return found;
    };
    CHECK(readers().empty());
    for (unsigned i = 3; i > 0; --i) {
        groups.add_reader(value, block.nodes[i]);
    }
    CHECK(readers() == std::vector<Node*>{block.nodes[3], block.nodes[2], block.nodes[1]});
}

TEST_CASE("a flag that was waited for is outstanding no longer, slots still are") {
    PendingRegisters registers(200);
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
