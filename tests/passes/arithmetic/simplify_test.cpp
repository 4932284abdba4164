#include <jacquard/nir/build/builder.h>
#include <jacquard/passes/simplify.h>

#include "passes/pass_test.h"

#include <array>
#include <string>

using namespace jacquard::nir;

namespace {

std::string simplified(const std::string& body) {
    return after(
        [](Shader& shader) {
            CHECK(simplify(shader));
            CHECK_FALSE(simplify(shader));
        },
        body);
}

} // namespace

TEST_CASE("one walk reads through copies, folds, rewrites and merges") {
    CHECK(simplified(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = mov %1.y
        %3:32 = const 2.0
        %4:32 = const 0.5
        %5:32 = fmul %3, %4
        %6:32 = fmul %2, %5
        %7:32 = fadd %6, %1.x
        %8:32 = fadd %1.x, %1.y
        %9:32 = fmax %7, %8
        store_output %9, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = fadd %1.y, %1.x
        store_output %2, %0 {write_mask=x}
)");
}

TEST_CASE("what is found equal opens the way for rules") {
    CHECK(simplified(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = imul %1.x, %1.y
        %3:32 = imul %1.y, %1.x
        %4:32 = isub %2, %3
        store_output %4, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 0
        store_output %0, %0 {write_mask=x}
)");
}

TEST_CASE("conditions are read through copies, and sides of an if share nothing") {
    CHECK(simplified(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:1 = ilt %1.x, %1.y
        %3:1 = mov %2
    if %3 {
        b1 from b0:
            %4:32 = iadd %1.x, %1.y
            %5:32 = iadd %1.y, %1.x
            store_output %4, %0 {write_mask=x}
            store_output %5, %0 {base=1, write_mask=x}
    } else {
        b2 from b0:
            %6:32 = iadd %1.x, %1.y
            store_output %6, %0 {write_mask=x}
    }
    b3 from b1 b2:
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:1 = ilt %1.x, %1.y
    if %2 {
        b1 from b0:
            %3:32 = iadd %1.x, %1.y
            store_output %3, %0 {write_mask=x}
            store_output %3, %0 {base=1, write_mask=x}
    } else {
        b2 from b0:
            %4:32 = iadd %1.x, %1.y
            store_output %4, %0 {write_mask=x}
    }
    b3 from b1 b2:
)");
}

// The copy is the last to read the second phi; with it goes what the loop computes for that, which
// stands behind the instruction at hand.
TEST_CASE("what only a loop read goes while the walk is in the loop") {
    CHECK(simplified(R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32x4 = load_ubo_vec4 %0, %0
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %8
            %4:32 = phi b0: %0, b4: %7
            %5:32x2 = vec2 %3, %4
            %6:1 = ige %5.x, %2.x
            %7:32 = imul %2.y, %2.z
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %8:32 = iadd %3, %1
    }
    b5 from b2:
        store_output %3, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32x4 = load_ubo_vec4 %0, %0
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %5
            %4:1 = ige %3, %2.x
        if %4 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %5:32 = iadd %3, %1
    }
    b5 from b2:
        store_output %3, %0 {write_mask=x}
)");
}

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
