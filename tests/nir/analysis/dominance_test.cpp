#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/nir/build/builder.h>

#include "catch.h"

#include <algorithm>
#include <random>
#include <vector>

using namespace jacquard::nir;

namespace {

// Ifs, loops and jumps at random.
void grow(Builder& b, SsaDef* condition, std::mt19937& random, unsigned depth, bool in_loop) {
    const unsigned count = random() % 4;
    for (unsigned i = 0; i < count && depth < 5; ++i) {
        if (random() % 3 == 0) {
            LoopNode* loop = b.push_loop();
            grow(b, condition, random, depth + 1, true);
            b.pop_loop(loop);
        } else {
            IfNode* branch = b.push_if(condition);
            grow(b, condition, random, depth + 1, in_loop);
            b.push_else(branch);
            grow(b, condition, random, depth + 1, in_loop);
            b.pop_if(branch);
        }
    }
    if (random() % 4 == 0) {
        b.jump(!in_loop ? JumpKind::return_function
                        : (random() % 2 != 0 ? JumpKind::break_loop : JumpKind::continue_loop));
    }
}

// Blocks that can be reached without passing `avoided`.
std::vector<bool> reached_without(Function& function, const Block* avoided) {
    std::vector<bool> reached(function.num_blocks + 1, false);
    std::vector<Block*> pending = {function.first_block()};
    while (!pending.empty()) {
        Block* block = pending.back();
        pending.pop_back();
        if (block == nullptr || block == avoided || reached[block->index]) {
            continue;
        }
        reached[block->index] = true;
        for (Block* successor : block->successors) {
            pending.push_back(successor);
        }
    }
    return reached;
}

std::vector<Block*> all_blocks(Function& function) {
    std::vector<Block*> blocks;
    for (Block& block : function.blocks()) {
        blocks.push_back(&block);
    }
    blocks.push_back(function.end_block);
    return blocks;
}

} // namespace

TEST_CASE("dominance is what remains reachable without a block") {
    std::mt19937 random(7);
    for (unsigned round = 0; round < 25; ++round) {
        Shader shader(Stage::fragment);
        Function& main = *shader.add_function("main", true);
        Builder b(main);
        grow(b, b.imm_bool(true), random, 0, false);
        main.link_blocks();
        DominatorTree tree(main);
        const std::vector<Block*> blocks = all_blocks(main);
        const std::vector<bool> reached = reached_without(main, nullptr);
        for (const Block* a : blocks) {
            REQUIRE(is_reachable(*a) == reached[a->index]);
            const std::vector<bool> without = reached_without(main, a);
            for (const Block* c : blocks) {
                if (reached[a->index] && reached[c->index]) {
                    REQUIRE(a->dominates(c) == !without[c->index]);
                }
            }
        }
        for (Block* a : tree.preorder()) {
            for (Block* c : tree.preorder()) {
                const Block* common = tree.common_dominator(a, c);
                REQUIRE(common->dominates(a));
                REQUIRE(common->dominates(c));
                for (const Block* other : tree.preorder()) {
                    if (other->dominates(a) && other->dominates(c)) {
                        REQUIRE(other->dominates(common));
                    }
                }
            }
        }
        DominanceFrontiers frontiers(main);
        for (Block* a : tree.preorder()) {
            for (Block* c : tree.preorder()) {
                bool expected = false;
                for (const Block* predecessor : c->predecessors()) {
                    expected |= is_reachable(*predecessor) && a->dominates(predecessor);
                }
                expected &= a == c || !a->dominates(c);
                const auto members = frontiers.of(*a);
                REQUIRE(std::count(members.begin(), members.end(), c) == (expected ? 1 : 0));
            }
        }
    }
}

TEST_CASE("dominance of a hundred thousand breaks out of one loop") {
    Shader shader(Stage::fragment);
    Function& main = *shader.add_function("main", true);
    Builder b(main);
    SsaDef* condition = b.imm_bool(true);
    LoopNode* loop = b.push_loop();
    for (unsigned i = 0; i < 100'000; ++i) {
        IfNode* branch = b.push_if(condition);
        b.jump(JumpKind::break_loop);
        b.pop_if(branch);
    }
    b.pop_loop(loop);
    main.link_blocks();
    DominatorTree tree(main);
    CHECK(tree.preorder().size() == main.num_blocks + 1);
    CHECK(loop->block_after()->immediate_dominator == loop->header());
    CHECK(tree.common_dominator(loop->body.last_block(), loop->block_after()) == loop->header());
}
