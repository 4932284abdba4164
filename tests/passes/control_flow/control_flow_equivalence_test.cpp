#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>

#include "catch.h"
#include "equivalence/equivalence.h"

#include <array>
#include <random>

using namespace jacquard::nir;

namespace {

// Makes fragment shaders of nested ifs and loops, with jumps, around a few variables.
class ControlFlowGenerator {
  public:
    ControlFlowGenerator(Shader& shader, std::uint32_t seed)
        : random_(seed), b_(*shader.add_function("main", true)) {
        for (std::uint32_t i = 0; i < kVariables; ++i) {
            shader.info.outputs.push_back({Semantic::generic, i, {}, {}, 0x1, false});
        }
    }

    void run() {
        zero_ = b_.imm_int(0);
        std::array<SsaDef*, kVariables> initial = {&b_.load_subgroup_invocation()->value,
                                                   &b_.load_draw_id()->value,
                                                   &b_.load_sample_id()->value, b_.imm_int(5)};
        for (std::size_t i = 0; i < kVariables; ++i) {
            variables_[i] = b_.decl_register(1, 32);
        }
        for (std::size_t i = 0; i < kVariables; ++i) {
            write(i, initial[i]);
            output(i);
        }
        const bool returned = statements(0, false);
        for (std::size_t i = 0; i < kVariables && !returned; ++i) {
            output(i);
        }
        b_.shader().entry->link_blocks();
    }

  private:
    static constexpr std::size_t kVariables = 4;

    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
    SsaDef* read(std::size_t i) { return &b_.load_reg(1, 32, variables_[i])->value; }
    void write(std::size_t i, SsaDef* value) {
        b_.store_reg(value, variables_[i])->set_write_mask(1);
    }
    void output(std::size_t i) {
        b_.store_output(read(i), zero_)->set_base(static_cast<unsigned>(i))->set_write_mask(1);
    }
    SsaDef* any() {
        return below(4) == 0 ? b_.imm_int(static_cast<int>(below(7)) - 2) : read(below(kVariables));
    }
    SsaDef* condition() {
        if (condition_ != nullptr && below(3) == 0) {
            return condition_;
        }
        SsaDef* made = nullptr;
        switch (below(6)) {
        case 0: made = b_.ilt(any(), any()); break;
        case 1: made = b_.ieq(any(), any()); break;
        case 2: made = b_.inot(b_.ilt(any(), any())); break;
        case 3: made = b_.iand(b_.ilt(any(), any()), b_.ine(any(), any())); break;
        case 4: made = b_.ior(b_.uge(any(), any()), b_.ieq(any(), any())); break;
        default: made = b_.imm_bool(below(2) == 0); break;
        }
        return made;
    }

    // True when the last statement jumps.
    bool statements(unsigned depth, bool in_loop) {
        for (unsigned count = below(4) + 1; count > 0; --count) {
            switch (depth < 4 ? below(8) : below(4)) {
            case 0: output(below(kVariables)); break;
            case 1:
            case 2: write(below(kVariables), b_.iadd(any(), any())); break;
            case 3: write(below(kVariables), b_.imul(any(), b_.ineg(any()))); break;
            case 4:
            case 5:
            case 6: branch(depth, in_loop); break;
            default: loop(depth); break;
            }
        }
        if (below(8) == 0) {
            b_.jump(!in_loop || below(6) == 0 ? JumpKind::return_function
                    : below(2) == 0           ? JumpKind::break_loop
                                              : JumpKind::continue_loop);
            return true;
        }
        return false;
    }

    void branch(unsigned depth, bool in_loop) {
        SsaDef* chosen = condition();
        IfNode* node = b_.push_if(chosen);
        SsaDef* outer = condition_;
        condition_ = chosen;
        if (below(6) != 0) {
            statements(depth + 1, in_loop);
        }
        b_.push_else(node);
        condition_ = chosen;
        if (below(3) != 0) {
            statements(depth + 1, in_loop);
        }
        b_.pop_if(node);
        condition_ = below(2) == 0 ? chosen : outer;
    }

    // Every iteration counts, so that each loop ends.
    void loop(unsigned depth) {
        SsaDef* counter = b_.decl_register(1, 32);
        b_.store_reg(b_.imm_int(0), counter)->set_write_mask(1);
        SsaDef* outer = condition_;
        LoopNode* node = b_.push_loop();
        SsaDef* count = &b_.load_reg(1, 32, counter)->value;
        IfNode* exit = b_.push_if(b_.ige(count, b_.imm_int(static_cast<int>(below(4)))));
        b_.jump(JumpKind::break_loop);
        b_.pop_if(exit);
        b_.store_reg(b_.iadd(count, b_.imm_int(1)), counter)->set_write_mask(1);
        condition_ = nullptr;
        statements(depth + 1, true);
        b_.pop_loop(node);
        condition_ = outer;
    }

    std::mt19937 random_;
    Builder b_;
    SsaDef* zero_ = nullptr;
    std::array<SsaDef*, kVariables> variables_{};
    SsaDef* condition_ = nullptr; // one that is known here
};

void keeps_what_shaders_compute(const std::string& passes, unsigned count) {
    PassList list = parse_pass_list(passes);
    REQUIRE(list.errors.empty());
    const PassList into_ssa = parse_pass_list("registers_to_ssa");
    for (unsigned seed = 1; seed <= count; ++seed) {
        Shader shader(Stage::fragment);
        ControlFlowGenerator(shader, seed).run();
        REQUIRE(validation_report(shader, "made") == "");
        into_ssa.calls.front().run(shader);
        REQUIRE(validation_report(shader, "registers_to_ssa") == "");
        const auto before = clone(shader);
        for (const PassCall& pass : list.calls) {
            pass.run(shader);
            INFO("seed " << seed << "\n" << print(*before));
            REQUIRE(validation_report(shader, pass.pass->name) == "");
        }
        EquivalenceOptions options;
        options.runs = 3;
        const std::string differs = difference(*before, shader, options);
        if (!differs.empty()) {
            INFO("seed " << seed << "\n" << print(*before) << "became\n" << print(shader));
            REQUIRE(differs == "");
        }
    }
}

} // namespace

TEST_CASE("each pass of control flow keeps what shaders compute", "[slow]") {
    for (const char* passes :
         {"dead_control_flow", "remove_phis", "optimise_ifs", "flatten_ifs", "unroll_loops",
          "unroll_loops:partial=3", "optimise_loops", "lower_continues", "hoist_invariants", "sink",
          "global_value_numbering", "common_subexpressions", "simplify", "from_ssa",
          "from_ssa,sequence_parallel_copies", "dead_code", "copy_propagation",
          "lower_returns,registers_to_ssa"}) {
        DYNAMIC_SECTION(passes) {
            keeps_what_shaders_compute(passes, 150);
        }
    }
}

TEST_CASE("passes of control flow one after the other keep what shaders compute") {
    for (const char* passes :
         {"lower_returns,registers_to_ssa,lower_continues,unroll_loops,fold_constants,"
          "dead_control_flow,optimise_loops,optimise_ifs,flatten_ifs,remove_phis,dead_code",
          "optimise_ifs,global_value_numbering,sink,dead_control_flow,hoist_invariants,from_ssa,"
          "sequence_parallel_copies,registers_to_ssa,optimise_loops,optimise_ifs,dead_code",
          "lower_continues,optimise_loops,optimise_ifs,remove_phis,unroll_loops,optimise_ifs,"
          "fold_constants,dead_control_flow,global_value_numbering,flatten_ifs:limit=100,sink"}) {
        DYNAMIC_SECTION(passes) {
            keeps_what_shaders_compute(passes, 150);
        }
    }
}
