#include <jacquard/generated/passes/simplify.h>
#include <jacquard/nir/build/builder.h>

#include "passes/pass_test.h"

#include <array>
#include <string>

using namespace jacquard::nir;

// The copy is the last to read the second phi; with it goes what the loop computes for that, which
// stands behind the instruction at hand.
TEST_CASE("a constant that is dropped and made again costs the same each time") {
    Shader shader(Stage::fragment);
    shader.info.inputs.resize(1);
    shader.info.outputs.resize(1);
    Function* entry = shader.add_function("main", true);
    Builder b(*entry);
    SsaDef* zero = b.imm_int(0);
    SsaDef* sum = &b.load_input(1, 32, zero)->value;
    for (unsigned i = 0; i < 100'000; ++i) {
        sum = b.fmul(sum, b.imm_float(1.0));
    }
    b.store_output(sum, zero)->set_write_mask(1);
    entry->link_blocks();
    CHECK(simplify(shader));
    unsigned left = 0;
    for (Block& block : entry->blocks()) {
        for (Instruction* at = block.first; at != nullptr; at = at->next) {
            ++left;
        }
    }
    CHECK(left == 3);
}
