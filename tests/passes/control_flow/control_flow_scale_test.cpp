#include <jacquard/nir/analysis/divergence.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/passes/registry/registry.h>

#include "catch.h"

#include <functional>
#include <string>

using namespace jacquard::nir;

namespace {

// Large enough that anything quadratic in it would take minutes.
constexpr unsigned kCount = 20'000;

struct Shape {
    const char* name;
    std::function<void(Builder&)> build;
};

SsaDef* read(Builder& b, SsaDef* storage) {
    return &b.load_reg(1, 32, storage)->value;
}

void write(Builder& b, SsaDef* storage, SsaDef* value) {
    b.store_reg(value, storage)->set_write_mask(1);
}

// Ifs in a row, all of one condition or each of its own, that change a variable.
void ifs(Builder& b, bool same_condition) {
    SsaDef* storage = b.decl_register(1, 32);
    SsaDef* start = &b.load_draw_id()->value;
    write(b, storage, start);
    SsaDef* condition = b.ilt(start, b.imm_int(3));
    for (unsigned i = 0; i < kCount; ++i) {
        SsaDef* value = read(b, storage);
        IfNode* branch = b.push_if(same_condition ? condition : b.ilt(value, start));
        write(b, storage, b.iadd(value, start));
        b.pop_if(branch);
    }
    b.store_output(read(b, storage), start)->set_write_mask(1);
}

void loops(Builder& b) {
    SsaDef* storage = b.decl_register(1, 32);
    SsaDef* start = &b.load_draw_id()->value;
    write(b, storage, start);
    for (unsigned i = 0; i < kCount / 4; ++i) {
        LoopNode* loop = b.push_loop();
        SsaDef* value = read(b, storage);
        IfNode* exit = b.push_if(b.ilt(value, start));
        b.jump(JumpKind::break_loop);
        b.pop_if(exit);
        write(b, storage, b.iadd(value, b.imul(start, start)));
        b.pop_loop(loop);
    }
    b.store_output(read(b, storage), start)->set_write_mask(1);
}

void jumps_of_one_loop(Builder& b, JumpKind kind) {
    SsaDef* storage = b.decl_register(1, 32);
    SsaDef* start = &b.load_draw_id()->value;
    write(b, storage, start);
    LoopNode* loop = b.push_loop();
    for (unsigned i = 0; i < kCount; ++i) {
        SsaDef* value = read(b, storage);
        IfNode* exit = b.push_if(b.ilt(value, start));
        b.jump(kind);
        b.pop_if(exit);
        write(b, storage, b.iadd(value, start));
    }
    b.pop_loop(loop);
    b.store_output(read(b, storage), start)->set_write_mask(1);
}

void one_block(Builder& b) {
    SsaDef* start = &b.load_draw_id()->value;
    SsaDef* value = start;
    for (unsigned i = 0; i < 5 * kCount; ++i) {
        value = b.iadd(value, i % 3 == 0 ? start : value);
    }
    b.store_output(value, start)->set_write_mask(1);
}

// Values of many ifs that are all needed at the end.
void long_lives(Builder& b) {
    SsaDef* start = &b.load_draw_id()->value;
    std::vector<SsaDef*> values;
    for (unsigned i = 0; i < kCount / 10; ++i) {
        IfNode* branch = b.push_if(b.ilt(start, b.imm_int(static_cast<int>(i))));
        SsaDef* sum = b.iadd(start, start);
        b.pop_if(branch);
        values.push_back(b.if_phi(branch, sum, start));
    }
    SsaDef* total = start;
    for (SsaDef* value : values) {
        total = b.iadd(total, value);
    }
    b.store_output(total, start)->set_write_mask(1);
}

} // namespace

TEST_CASE("control flow without end goes through every pass of it", "[slow]") {
    const Shape shape = GENERATE(values<Shape>(
        {{"ifs", [](Builder& b) { ifs(b, false); }},
         {"ifs of one condition", [](Builder& b) { ifs(b, true); }},
         {"loops", loops},
         {"breaks", [](Builder& b) { jumps_of_one_loop(b, JumpKind::break_loop); }},
         {"continues", [](Builder& b) { jumps_of_one_loop(b, JumpKind::continue_loop); }},
         {"returns", [](Builder& b) { jumps_of_one_loop(b, JumpKind::return_function); }},
         {"one block", one_block},
         {"long lives", long_lives}}));
    DYNAMIC_SECTION(shape.name) {
        Shader shader(Stage::fragment);
        Builder b(*shader.add_function("main", true));
        shape.build(b);
        shader.entry->link_blocks();
        const PassList list = parse_pass_list(
            "registers_to_ssa,copy_propagation,common_subexpressions,simplify,dead_code,"
            "lower_continues,"
            "optimise_loops,dead_control_flow,global_value_numbering,hoist_invariants,sink,"
            "remove_phis,unroll_loops,optimise_ifs,flatten_ifs:limit=1,lower_returns,"
            "registers_to_ssa,optimise_loops,from_ssa,sequence_parallel_copies");
        REQUIRE(list.errors.empty());
        for (const PassCall& pass : list.calls) {
            INFO(pass.pass->name.view());
            pass.run(shader);
            if (pass.pass->name == "remove_phis") {
                compute_divergence(shader);
            }
        }
        CHECK(shader.entry->first_block() != nullptr);
    }
}
