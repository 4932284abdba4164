// The accesses to memory that must come after others.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/select/resources/memory_order.h>

#include "catch.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

using namespace jacquard::ir3;

namespace {

enum class Kind { read, change, kill, barrier };

struct Access {
    Kind kind;
    int space;

    [[nodiscard]] bool changes() const { return kind == Kind::change || kind == Kind::barrier; }
    [[nodiscard]] bool is_everywhere() const { return kind == Kind::kill || kind == Kind::barrier; }
};

// Returns true if two that follow each other may not change places.
bool stay_in_order(const Access& earlier, const Access& later) {
    if (earlier.kind == Kind::kill || later.kind == Kind::kill) {
        return earlier.changes() || (earlier.kind == Kind::kill && later.changes());
    }
    const bool may_meet =
        earlier.is_everywhere() || later.is_everywhere() || earlier.space == later.space;
    return may_meet && (earlier.changes() || later.changes());
}

// The nodes of a block, and by number what each comes behind.
class Ordered {
  public:
    explicit Ordered(const std::vector<Access>& accesses) {
        MemoryOrder order(graph.pool());
        order.clear();
        for (const Access& access : accesses) {
            Node* node = graph.make(NodeKind::machine, 0);
            const auto named = [&]() -> std::span<Node* const> {
                switch (access.kind) {
                case Kind::read: return order.read(*node, access.space);
                case Kind::change: return order.change(*node, access.space);
                case Kind::kill: return order.kill(*node);
                case Kind::barrier: break;
                }
                return order.barrier(*node);
            }();
            behind.emplace_back(accesses.size(), false);
            for (const Node* earlier : named) {
                ++num_named;
                behind.back()[earlier->serial] = true;
                for (std::size_t i = 0; i < earlier->serial; ++i) {
                    behind.back()[i] = behind.back()[i] || behind[earlier->serial][i];
                }
            }
        }
    }

    jacquard::Arena arena;
    Graph graph{arena, Revision::a6xx};
    std::vector<std::vector<bool>> behind;
    std::size_t num_named = 0;
};

std::vector<Access> repeated(std::size_t count, const std::vector<Access>& accesses) {
    std::vector<Access> all;
    for (std::size_t i = 0; i < count; ++i) {
        all.insert(all.end(), accesses.begin(), accesses.end());
    }
    return all;
}

} // namespace

TEST_CASE("memory order: whatever may not change places stays in order, and nothing else") {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        std::vector<Access> accesses;
        for (unsigned i = 0; i < 24; ++i) {
            const unsigned which = random() % 16;
            accesses.push_back({which == 0   ? Kind::barrier
                                : which < 3  ? Kind::kill
                                : which < 10 ? Kind::read
                                             : Kind::change,
                                static_cast<int>(random() % 3)});
        }
        const Ordered ordered(accesses);
        // The pairs that stay in order by themselves, and those that do so through others between
        // them.
        std::vector<std::vector<bool>> wanted;
        for (std::size_t later = 0; later < accesses.size(); ++later) {
            wanted.emplace_back(accesses.size(), false);
            for (std::size_t earlier = later; earlier-- > 0;) {
                if (stay_in_order(accesses[earlier], accesses[later])) {
                    wanted[later][earlier] = true;
                    for (std::size_t i = 0; i < earlier; ++i) {
                        wanted[later][i] = wanted[later][i] || wanted[earlier][i];
                    }
                }
            }
        }
        REQUIRE(ordered.behind == wanted);
    }
}

TEST_CASE("memory order: few are named, however many accesses there are") {
    constexpr std::size_t kMany = 1000;
    const std::vector<Access> in_turn =
        repeated(kMany, {{Kind::read, 0}, {Kind::change, 0}, {Kind::read, 1}});
    CHECK(Ordered(in_turn).num_named < 2 * in_turn.size());
    const std::vector<Access> with_kills =
        repeated(kMany, {{Kind::kill, 0}, {Kind::change, 0}, {Kind::barrier, 0}});
    CHECK(Ordered(with_kills).num_named < 3 * with_kills.size());
}
