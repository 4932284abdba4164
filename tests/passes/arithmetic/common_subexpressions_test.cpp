#include <jacquard/generated/passes/common_subexpressions.h>
#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/nir/analysis/instruction_equality.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/validate/validator.h>

#include "nir/text.h"

#include <cstdint>
#include <random>
#include <vector>

using namespace jacquard::nir;

namespace {

// Additions and multiplications of what was computed before, in nested ifs: few values, so that
// much is equal, and some of them read often.
class Generator {
  public:
    Generator(Function& entry, std::uint32_t seed) : random_(seed), b_(entry) {}

    void run(unsigned count) {
        SsaDef* zero = b_.imm_int(0);
        for (unsigned i = 0; i < 3; ++i) {
            values_.push_back(&b_.load_input(1, 32, zero)->set_base(i)->value);
        }
        fill(count, 0);
        for (SsaDef* value : values_) {
            b_.store_output(value, zero)->set_write_mask(1);
        }
    }

  private:
    unsigned below(std::size_t limit) { return static_cast<unsigned>(random_() % limit); }
    SsaDef* any() { return values_[below(2) == 0 ? below(values_.size()) : below(4) % 3]; }

    void fill(unsigned count, unsigned depth) {
        for (unsigned i = 0; i < count; ++i) {
            if (depth < 3 && below(12) == 0) {
                const std::size_t before = values_.size();
                IfNode* branch = b_.push_if(b_.ilt(any(), any()));
                fill(count / 3, depth + 1);
                values_.resize(before);
                b_.push_else(branch);
                fill(count / 3, depth + 1);
                values_.resize(before);
                b_.pop_if(branch);
            } else {
                values_.push_back(below(2) == 0 ? b_.iadd(any(), any()) : b_.imul(any(), any()));
            }
        }
    }

    std::mt19937 random_;
    Builder b_;
    std::vector<SsaDef*> values_; // that are available
};

unsigned num_equal(Function& entry) {
    compute_dominance(entry);
    entry.number_instructions();
    std::vector<const Instruction*> all;
    for (Block& block : entry.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            all.push_back(&instruction);
        }
    }
    unsigned count = 0;
    for (const Instruction* earlier : all) {
        for (const Instruction* later : all) {
            count += earlier != later && computes_equal(*earlier, *later) &&
                             dominates(*earlier->def(), *later)
                         ? 1
                         : 0;
        }
    }
    return count;
}

} // namespace

TEST_CASE("what is computed once serves the lines of all that asked for it") {
    const auto shader = parsed(text_of("b0:\n"
                                       "%0:32x2 = const 1.0, 2.0\n"
                                       "%1:32 = fadd %0.x, %0.y\n"
                                       "%2:32 = fadd %0.y, %0.x\n"
                                       "%3:32 = fsub %1, %2"));
    REQUIRE(shader != nullptr);
    CHECK(common_subexpressions(*shader));
    const auto* kept = first<AluInstruction>(*shader);
    REQUIRE(kept != nullptr);
    std::vector<std::uint32_t> lines;
    shader->info.source_context.for_each_sharer(
        kept->origin, [&](const jacquard::SourceLine& line) { lines.push_back(line.line); });
    CHECK(kept->origin.line == 5);
    CHECK(lines == std::vector<std::uint32_t>{6});
}

TEST_CASE("nothing is computed that was computed before, whoever reads the same values") {
    unsigned num_merged = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        Shader shader(Stage::fragment);
        shader.info.inputs.resize(3);
        shader.info.outputs.resize(1);
        Function* entry = shader.add_function("main", true);
        Generator(*entry, seed).run(10 + seed % 40);
        entry->link_blocks();
        num_merged += num_equal(*entry);
        common_subexpressions(shader);
        CHECK(validation_report(shader, "common_subexpressions") == "");
        CHECK(num_equal(*entry) == 0);
        CHECK_FALSE(common_subexpressions(shader));
    }
    CHECK(num_merged > 1000);
}
