#include <jacquard/passes/rewrite/repeats.h>

#include "../../nir/text.h"

using namespace jacquard::nir;

namespace {

// Returns which kinds of repetition the last ALU instruction may have.
std::string repeats(const std::string& lines) {
    const auto shader = parsed(text_of(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32x4 = load_ubo_vec4 %0, %0 {base=1}
)" + lines + R"(
        store_output %9, %0 {write_mask=x}
        store_output %1, %0 {base=1, write_mask=xyzw}
        store_output %2, %0 {base=2, write_mask=xyzw}
)"));
    const Instruction* last = shader->entry->first_block()->last;
    while (last->kind != InstructionKind::alu) {
        last = last->previous;
    }
    const unsigned found = repeats_of(*last->as<AluInstruction>(), ~0U);
    std::string text;
    text += (found & repeat_bit(RuleRepeat::outer)) != 0 ? "outer " : "";
    text += (found & repeat_bit(RuleRepeat::outer_and_inner)) != 0 ? "outer_and_inner " : "";
    text += (found & repeat_bit(RuleRepeat::inner)) != 0 ? "inner " : "";
    return text;
}

} // namespace

TEST_CASE("an instruction that reads nothing twice has no repetition") {
    for (const char* lines : {"%9:32 = fadd %1.x, %2.x", "%9:32 = fadd %1.x, %1.y",
                              "%3:32 = fmul %1.x, %1.y\n%9:32 = fadd %3, %2.x",
                              "%3:32 = const 1\n%4:32 = const 2\n%9:32 = fadd %3, %4"}) {
        INFO(lines);
        CHECK(repeats(lines) == "");
    }
}

TEST_CASE("sources of one value, or of equal constants, are a repetition") {
    CHECK(repeats("%9:32 = fadd %1.x, %1.x") == "outer ");
    CHECK(repeats("%3:32 = const 1\n%4:32 = const 1\n%9:32 = fadd %3, %4") == "outer ");
    CHECK(repeats("%3:32 = const 1\n%4:32x2 = const 2, 1\n%9:32 = fadd %3, %4.y") == "outer ");
}

TEST_CASE("what a source is made of may be read again above it, or beside it") {
    CHECK(repeats("%3:32 = fmul %1.x, %2.x\n%9:32 = fadd %3, %1.x") == "outer_and_inner ");
    CHECK(repeats("%3:32 = fmul %1.x, %2.x\n%4:32 = fmul %1.y, %2.x\n%9:32 = fadd %3, %4") ==
          "inner ");
    CHECK(repeats("%3:32 = fmul %1.x, %1.x\n%9:32 = fadd %3, %2.x") == "inner ");
}

TEST_CASE("what is read once is come to twice where its reader is read twice") {
    CHECK(repeats("%3:32 = fneg %1.x\n%4:32 = fabs %3\n%9:32 = fmul %4, %4") == "outer inner ");
}

TEST_CASE("behind a copy may be anything") {
    CHECK(repeats("%3:32 = mov %1.x\n%9:32 = fadd %3, %2.x") == "outer outer_and_inner inner ");
}

TEST_CASE("kinds of repetition that nobody wants are not looked for") {
    const auto shader = parsed(text_of(R"(
    b0:
        %0:32 = const 0
        %1:32 = fmul %0, %0
        store_output %1, %0 {write_mask=x}
)"));
    const auto& product = *shader->entry->first_block()->first->next->as<AluInstruction>();
    CHECK(repeats_of(product, repeat_bit(RuleRepeat::none)) == repeat_bit(RuleRepeat::none));
    CHECK(repeats_of(product, repeat_bit(RuleRepeat::inner)) == 0);
    CHECK(repeats_of(product, repeat_bit(RuleRepeat::outer)) == repeat_bit(RuleRepeat::outer));
}
