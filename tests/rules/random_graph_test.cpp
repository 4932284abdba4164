// Random graphs of instructions compute the same after every group of rules that keeps every bit.
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/rewrite/rewrite_group.h>

#include "catch.h"
#include "rule_values.h"

#include <array>
#include <random>
#include <vector>

using namespace jacquard::nir;

namespace {

constexpr unsigned kNumInputs = 4;
constexpr unsigned kNumOperations = 60;
constexpr unsigned kNumOutputs = 6;

// Integers and truths, of which the rules keep every bit.
constexpr std::array kBinary = {Opcode::iadd, Opcode::isub, Opcode::imul, Opcode::iand,
                                Opcode::ior,  Opcode::ixor, Opcode::imin, Opcode::umax,
                                Opcode::umin, Opcode::imax};
constexpr std::array kCompare = {Opcode::ieq, Opcode::ine, Opcode::ilt,
                                 Opcode::ige, Opcode::ult, Opcode::uge};
constexpr std::array kUnary = {Opcode::ineg, Opcode::inot, Opcode::iabs};
constexpr std::array kShift = {Opcode::ishl, Opcode::ishr, Opcode::ushr};

class Graph {
  public:
    explicit Graph(unsigned seed) : random_(seed), builder_(*shader.add_function("main", true)) {
        for (unsigned i = 0; i < kNumInputs; ++i) {
            words_.push_back(builder_.undef(2, 32));
            inputs.push_back(words_.back());
        }
        truths_.push_back(builder_.ieq(word(), word()));
        for (unsigned i = 0; i < kNumOperations; ++i) {
            grow();
        }
        for (unsigned i = 0; i < kNumOutputs; ++i) {
            outputs.push_back(static_cast<AluInstruction*>(
                builder_
                    .alu(Opcode::vec2, {channel(words_[words_.size() - 1 - i], 0),
                                        channel(words_[words_.size() - 1 - i], 1)})
                    ->instruction));
        }
        shader.entry->link_blocks();
    }

    Shader shader{Stage::fragment};
    std::vector<SsaDef*> inputs;
    std::vector<AluInstruction*> outputs;

  private:
    template <typename List>
    auto any(const List& list) {
        return list[random_() % list.size()];
    }
    Operand word() {
        Operand read(any(words_));
        if (random_() % 4 == 0) {
            std::swap(read.swizzle[0], read.swizzle[1]);
        }
        return read;
    }
    SsaDef* constant() {
        const auto& edges = rule_values::edges({BaseType::uint_type, 32});
        return builder_.imm_bits(any(edges), 32);
    }
    void grow() {
        switch (random_() % 10) {
        case 0: words_.push_back(builder_.alu(any(kUnary), {word()})); break;
        case 1: words_.push_back(builder_.alu(any(kShift), {word(), constant()})); break;
        case 2: words_.push_back(builder_.alu(any(kShift), {word(), word()})); break;
        case 3:
        case 4: words_.push_back(builder_.alu(any(kBinary), {word(), constant()})); break;
        case 5: truths_.push_back(builder_.alu(any(kCompare), {word(), word()})); break;
        case 6: truths_.push_back(builder_.alu(any(kCompare), {word(), constant()})); break;
        case 7:
            words_.push_back(builder_.bcsel(any(truths_), word(), word()));
            words_.push_back(builder_.b2i32(any(truths_)));
            break;
        case 8:
            truths_.push_back(builder_.inot(any(truths_)));
            truths_.push_back(builder_.iand(any(truths_), any(truths_)));
            truths_.push_back(builder_.ior(any(truths_), any(truths_)));
            break;
        default: words_.push_back(builder_.alu(any(kBinary), {word(), word()})); break;
        }
    }

    std::mt19937 random_;
    Builder builder_;
    std::vector<SsaDef*> words_;
    std::vector<SsaDef*> truths_;
};

using Components = std::array<ConstantValue, kMaxComponents>;

// Returns the outputs for some inputs, component after component.
std::vector<std::uint64_t> computed(Graph& graph, unsigned seed) {
    std::mt19937_64 random(seed);
    const std::uint32_t count = graph.shader.entry->number_instructions();
    std::vector<Components> values(count);
    for (SsaDef* input : graph.inputs) {
        for (unsigned c = 0; c < 2; ++c) {
            values[input->instruction->index][c].u64 =
                rule_values::drawn(random, {BaseType::uint_type, 32});
        }
    }
    for (Instruction& instruction : graph.shader.entry->first_block()->instructions()) {
        Components& result = values[instruction.index];
        const auto constants = instruction.def() != nullptr
                                   ? constant_components(*instruction.def())
                                   : std::span<const ConstantValue>();
        std::copy(constants.begin(), constants.end(), result.begin());
        const auto* alu = instruction.as<AluInstruction>();
        if (alu == nullptr) {
            continue;
        }
        std::array<Components, 4> sources;
        std::array<const ConstantValue*, 4> pointers{};
        for (unsigned i = 0; i < alu->num_sources; ++i) {
            const AluSource& source = alu->sources()[i];
            for (unsigned c = 0; c < alu->source_components(i); ++c) {
                sources[i][c] = values[source.ssa->instruction->index][source.swizzle[c]];
            }
            pointers[i] = sources[i].data();
        }
        CHECK(evaluate(alu->opcode, alu->unsized_bit_size(), alu->value.num_components,
                       pointers.data(), result.data()));
    }
    std::vector<std::uint64_t> made;
    for (const AluInstruction* output : graph.outputs) {
        made.push_back(values[output->index][0].u64);
        made.push_back(values[output->index][1].u64);
    }
    return made;
}

} // namespace

TEST_CASE("random graphs of integers compute the same after each group of rules") {
    std::uint64_t rewrites = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        Graph graph(seed);
        std::vector<std::vector<std::uint64_t>> before;
        for (unsigned i = 0; i < 8; ++i) {
            before.push_back(computed(graph, i));
        }
        const RuleGroup& group = kRuleGroups[seed % 4 == 3 ? 2 : 0];
        std::vector<std::uint32_t> applied(group.num_rules);
        rewrite_group(graph.shader, group, {applied});
        for (const std::uint32_t times : applied) {
            rewrites += times;
        }
        REQUIRE(validation_report(graph.shader, "after the rules") == "");
        for (unsigned i = 0; i < 8; ++i) {
            INFO("graph " << seed);
            REQUIRE(computed(graph, i) == before[i]);
        }
        // The pass must find no more to do.
        if (seed % 8 == 0) {
            CHECK_FALSE(rewrite_group(graph.shader, group));
        }
    }
    CHECK(rewrites > 3000);
}
