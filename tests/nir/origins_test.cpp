// The line of the source that an instruction comes from.
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/clone.h>

#include "catch.h"
#include "text.h"

using namespace jacquard;
using namespace jacquard::nir;

namespace {

std::unique_ptr<Shader> two_instructions() {
    return parsed(text_of("    b0:\n"
                          "        %0:32 = const 0x3f800000\n"
                          "        %1:32 = fadd %0, %0\n"));
}

} // namespace

TEST_CASE("origins: instructions of a text know their lines") {
    const auto shader = two_instructions();
    CHECK(first<ConstantInstruction>(*shader)->origin == SourceLine{4});
    CHECK(first<AluInstruction>(*shader)->origin == SourceLine{5});
}

TEST_CASE("origins: what is put in front of an instruction is of its line") {
    const auto shader = two_instructions();
    auto* sum = first<AluInstruction>(*shader);
    Builder b(*shader, Cursor::before_instruction(sum));
    CHECK(b.imm_int(3)->instruction->origin == SourceLine{5});
    b.cursor = Cursor::at_end(sum->block);
    CHECK(b.fmul(&sum->value, &sum->value)->instruction->origin == SourceLine{5});
}

TEST_CASE("origins: a builder that knows a line gives it to all that it makes") {
    const auto shader = two_instructions();
    Builder b(*shader->entry);
    b.origin = {7, 2};
    CHECK(b.imm_int(3)->instruction->origin == SourceLine{7, 2});
}

TEST_CASE("origins: copies are of the lines of what they are copies of, and moves change none") {
    const auto shader = two_instructions();
    const auto copy = clone(*shader);
    CHECK(first<AluInstruction>(*copy)->origin == SourceLine{5});
    auto* sum = first<AluInstruction>(*copy);
    auto* constant = first<ConstantInstruction>(*copy);
    constant->unlink();
    sum->block->insert_before(sum, constant);
    CHECK(constant->origin == SourceLine{4});
}
