// The lists of instructions in blocks.
#include <jacquard/nir/build/builder.h>

#include "catch.h"

#include <vector>

using namespace jacquard;
using namespace jacquard::nir;

namespace {

std::vector<const Instruction*> forwards(const Block& block) {
    std::vector<const Instruction*> found;
    for (const Instruction* at = block.first; at != nullptr; at = at->next) {
        CHECK(at->block == &block);
        found.push_back(at);
    }
    return found;
}

std::vector<const Instruction*> backwards(const Block& block) {
    std::vector<const Instruction*> found;
    for (const Instruction* at = block.last; at != nullptr; at = at->previous) {
        found.insert(found.begin(), at);
    }
    return found;
}

// Two blocks, of three instructions and of two.
struct TwoBlocks {
    Shader shader{Stage::vertex};
    Block* from = shader.make_block();
    Block* to = shader.make_block();
    std::vector<Instruction*> made;

    TwoBlocks() {
        for (Block* block : {from, from, from, to, to}) {
            made.push_back(shader.make_undef(1, 32));
            block->append(made.back());
        }
    }
    void check(const std::vector<unsigned>& left, const std::vector<unsigned>& taken) const {
        CHECK(forwards(*from) == listed(left));
        CHECK(backwards(*from) == listed(left));
        CHECK(forwards(*to) == listed(taken));
        CHECK(backwards(*to) == listed(taken));
    }
    [[nodiscard]] std::vector<const Instruction*>
    listed(const std::vector<unsigned>& numbers) const {
        std::vector<const Instruction*> found;
        for (const unsigned number : numbers) {
            found.push_back(made[number]);
        }
        return found;
    }
};

} // namespace

TEST_CASE("blocks: a block takes what stands before an instruction of another") {
    TwoBlocks blocks;
    blocks.to->take_front_of(*blocks.from, blocks.made[2]);
    blocks.check({2}, {0, 1, 3, 4});
}

TEST_CASE("blocks: a block takes all that another has") {
    TwoBlocks blocks;
    blocks.to->take_front_of(*blocks.from, nullptr);
    blocks.check({}, {0, 1, 2, 3, 4});
    blocks.from->take_front_of(*blocks.to, nullptr);
    blocks.check({0, 1, 2, 3, 4}, {});
}

TEST_CASE("blocks: where nothing stands before the instruction, or at all, nothing is taken") {
    TwoBlocks blocks;
    blocks.to->take_front_of(*blocks.from, blocks.made[0]);
    blocks.check({0, 1, 2}, {3, 4});
    Block* empty = blocks.shader.make_block();
    blocks.to->take_front_of(*empty, nullptr);
    blocks.check({0, 1, 2}, {3, 4});
}
