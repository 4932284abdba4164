#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/clone.h>

#include "catch.h"

#include <memory>

using namespace jacquard::nir;

namespace {

TEST_CASE("a shader knows what was made for it, and a copy what is left") {
    Shader shader(Stage::fragment);
    Builder b(*shader.add_function("main", true));
    SsaDef* sum = b.fadd(b.imm_float(1), b.imm_float(2));
    const Opcode fadd = sum->instruction->as<AluInstruction>()->opcode;
    CHECK(shader.may_have(fadd));
    CHECK(shader.may_have_opcode([fadd](Opcode opcode) { return opcode == fadd; }));
    CHECK_FALSE(shader.may_have_opcode([fadd](Opcode opcode) { return opcode != fadd; }));
    CHECK_FALSE(shader.may_have_intrinsic([](IntrinsicOp) { return true; }));
    CHECK(shader.made.has_values(32));
    CHECK_FALSE(shader.made.has_values(64));
    CHECK_FALSE(shader.made.has_textures());

    SsaDef* wide = b.u2u64(sum);
    CHECK(shader.made.has_values(64));
    b.store_output(sum, b.imm_int(0))->set_write_mask(1);
    CHECK(shader.may_have(IntrinsicOp::store_output));

    // Once made stays made.
    wide->instruction->remove();
    CHECK(shader.made.has_values(64));
    shader.entry->link_blocks();
    const std::unique_ptr<Shader> copy = clone(shader);
    CHECK(copy->may_have(fadd));
    CHECK_FALSE(copy->made.has_values(64));
}

TEST_CASE("sets of numbers hold those of every word") {
    NumberSet<unsigned, 130> numbers;
    const auto is_there = [&numbers](unsigned wanted) {
        return numbers.has_any([wanted](unsigned number) { return number == wanted; });
    };
    for (const unsigned number : {0U, 63U, 64U, 129U}) {
        CHECK_FALSE(numbers.has(number));
        CHECK_FALSE(is_there(number));
        numbers.add(number);
        CHECK(numbers.has(number));
        CHECK(is_there(number));
    }
    CHECK_FALSE(is_there(1));
    CHECK_FALSE(is_there(128));
}

} // namespace
