// Delay slots and sync flags on instructions whose registers are given.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/generated/pipelines/legalise.h>
#include <jacquard/generated/pipelines/mark_last_reads.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include "fixture.h"

#include <initializer_list>

namespace jacquard::ir3::testing {

namespace {

// A block of instructions with registers, as assignment leaves it.
struct Block6xx {
    Arena arena;
    Graph graph{arena, Revision::a6xx};

    Block6xx() { graph.add_block(); }

    static std::uint16_t number(unsigned reg, unsigned component) {
        return static_cast<std::uint16_t>(4 * reg + component);
    }

    // A source that reads a register, whoever wrote it.
    Register reg(unsigned reg, unsigned component, unsigned length = 1, bool half = false) {
        Node* value = graph.make(NodeKind::input, 0);
        value->dst.kind = RegisterKind::ssa;
        value->dst.number = number(reg, component);
        value->dst.half = half;
        value->length = static_cast<std::uint8_t>(length);
        return ssa_source(value);
    }

    Register repeated(unsigned reg_number, unsigned component) {
        Register source = reg(reg_number, component);
        source.repeat = true;
        return source;
    }

    Node* add(Opcode opcode, unsigned dst, unsigned component,
              std::initializer_list<Register> sources, unsigned repeat = 0) {
        Node* node = graph.make_machine(opcode, sources.size());
        std::size_t i = 0;
        for (const Register& source : sources) {
            node->sources()[i++] = source;
        }
        node->dst.kind = RegisterKind::ssa;
        node->dst.number = number(dst, component);
        node->repeat = static_cast<std::uint8_t>(repeat);
        if (opcode == Opcode::mov) {
            set_move_type(*node, false);
        }
        return graph.append(graph.blocks.front(), node);
    }

    Node* mov(unsigned dst, unsigned component, unsigned repeat = 0) {
        return add(Opcode::mov, dst, component, {constant_source(0)}, repeat);
    }

    void run() {
        mark_last_reads(graph);
        legalise(graph, machine_facts(Revision::a6xx));
    }

    // Slots that do nothing in front of the last instruction.
    unsigned nops() {
        run();
        unsigned count = 0;
        for (const Node* node : graph.blocks.front().nodes) {
            count += node->nop_count;
            count += node->is_machine(Opcode::nop) ? 1U + node->repeat : 0U;
        }
        return count;
    }
};

} // namespace

TEST_CASE("legalise: constants that the program stores are there after (ss)") {
    const auto reads = [](Register constant) {
        Block6xx block;
        Node* store = block.add(Opcode::stc, 0, 0, {block.reg(1, 0, 4)});
        store->dst.kind = RegisterKind::constant;
        store->dst.number = 16;
        store->length = 4;
        Node* read = block.add(Opcode::mov, 2, 0, {constant});
        block.run();
        return read->sync_short;
    };
    Register relative = constant_source(0);
    relative.kind = RegisterKind::relative_constant;
    CHECK(reads(constant_source(19)));
    CHECK_FALSE(reads(constant_source(15)));
    CHECK_FALSE(reads(constant_source(20)));
    CHECK(reads(relative));
}

TEST_CASE("legalise: an ALU result goes to a special function after six slots") {
    Block6xx block;
    block.add(Opcode::mul_f, 4, 0, {block.reg(5, 0), block.reg(5, 1)});
    block.add(Opcode::rcp, 4, 1, {block.reg(4, 0)});
    CHECK(block.nops() == 6);
}

TEST_CASE("legalise: an ALU result goes to another ALU instruction after three slots") {
    Block6xx block;
    block.mov(1, 0);
    block.mov(1, 1);
    block.add(Opcode::add_u, 1, 2, {block.reg(1, 0), block.reg(1, 1)});
    CHECK(block.nops() == 3);
}

TEST_CASE("legalise: the third source of a multiply-add is read two slots later") {
    Block6xx block;
    block.mov(2, 0);
    block.mov(2, 1);
    block.mov(2, 2);
    block.add(Opcode::mad_f32, 2, 3, {block.reg(2, 0), block.reg(2, 1), block.reg(2, 2)});
    CHECK(block.nops() == 2);
}

TEST_CASE("legalise: repeated instructions step through their elements together") {
    Block6xx block;
    block.mov(3, 0, 1);
    block.add(Opcode::mul_f, 3, 0, {block.repeated(3, 0), block.reg(9, 0)}, 1);
    CHECK(block.nops() == 2);
}

TEST_CASE("legalise: the first element of a repeated write is there first") {
    Block6xx block;
    block.mov(3, 0, 2);
    block.add(Opcode::mul_f, 8, 0, {block.reg(3, 0), block.reg(9, 0)});
    CHECK(block.nops() == 1);
}

TEST_CASE("legalise: a repeated read that begins at the second element") {
    Block6xx block;
    block.mov(3, 0, 1);
    block.add(Opcode::mul_f, 8, 0, {block.repeated(3, 1), block.reg(9, 0)}, 1);
    CHECK(block.nops() == 3);
}

TEST_CASE("legalise: a result that a flag waits for makes older delays void") {
    Block6xx block;
    block.mov(6, 0);
    block.add(Opcode::rsq, 6, 0, {block.reg(6, 1)});
    Node* add = block.add(Opcode::add_f, 6, 0, {block.reg(6, 0), constant_source(0)});
    CHECK(block.nops() == 0);
    CHECK(add->sync_short);
}

TEST_CASE("legalise: up to three slots go into the instruction before") {
    Block6xx block;
    Node* mul = block.add(Opcode::mul_f, 4, 0, {block.reg(5, 0), block.reg(5, 1)});
    block.add(Opcode::add_f, 4, 1, {block.reg(4, 0), block.reg(5, 0)});
    block.run();
    CHECK(mul->nop_count == 3);
    CHECK(block.graph.blocks.front().nodes.size() == 2);
}

TEST_CASE("legalise: a move has no room for slots") {
    Block6xx block;
    block.mov(4, 0);
    block.add(Opcode::add_f, 4, 1, {block.reg(4, 0), block.reg(5, 0)});
    block.run();
    const auto& nodes = block.graph.blocks.front().nodes;
    REQUIRE(nodes.size() == 3);
    CHECK(nodes[1]->is_machine(Opcode::nop));
    CHECK(nodes[1]->repeat == 2);
}

TEST_CASE("legalise: a half of a full result is read after six slots") {
    Block6xx overlaid; // hr4.x is the low half of r2.x
    overlaid.mov(2, 0);
    overlaid.add(Opcode::add_u, 5, 0, {overlaid.reg(4, 0, 1, true), overlaid.reg(9, 1, 1, true)});
    CHECK(overlaid.nops() == 6);
    Block6xx elsewhere;
    elsewhere.mov(2, 0);
    elsewhere.add(Opcode::add_u, 5, 0,
                  {elsewhere.reg(2, 0, 1, true), elsewhere.reg(9, 1, 1, true)});
    CHECK(elsewhere.nops() == 0);
}

TEST_CASE("legalise: texture results are waited for with (sy), once for all") {
    Block6xx block;
    Node* first = block.add(Opcode::sam, 0, 0, {block.reg(4, 0, 2)});
    Node* second = block.add(Opcode::sam, 1, 0, {block.reg(4, 0, 2)});
    first->length = second->length = 4;
    first->write_mask = second->write_mask = 15;
    Node* use = block.add(Opcode::add_f, 2, 0, {block.reg(0, 0), block.reg(5, 0)});
    Node* other = block.add(Opcode::add_f, 2, 1, {block.reg(1, 3), block.reg(5, 0)});
    CHECK(block.nops() == 0);
    CHECK(use->sync_long);
    CHECK_FALSE(other->sync_long);
}

TEST_CASE("legalise: overwriting what a texture instruction reads waits") {
    Block6xx block;
    block.add(Opcode::sam, 0, 0, {block.reg(4, 0, 2)});
    Node* overwrite = block.mov(4, 1);
    Node* untouched = block.mov(4, 2);
    block.run();
    CHECK((overwrite->sync_short || overwrite->sync_long));
    CHECK_FALSE((untouched->sync_short || untouched->sync_long));
}

TEST_CASE("legalise: an instruction without an (ss) bit gets a nop in front") {
    Block6xx block;
    block.add(Opcode::rcp, 0, 0, {block.reg(4, 0)});
    block.add(Opcode::sam, 1, 0, {block.reg(0, 0)});
    block.run();
    const auto& nodes = block.graph.blocks.front().nodes;
    REQUIRE(nodes.size() == 3);
    CHECK(nodes[1]->is_machine(Opcode::nop));
    CHECK(nodes[1]->sync_short);
    CHECK_FALSE(nodes[2]->sync_short);
}

TEST_CASE("legalise: only the last varying read releases the storage") {
    Block6xx block;
    Node* first = block.add(Opcode::bary_f, 1, 0, {immediate_source(0), block.reg(0, 0, 2)});
    Node* last = block.add(Opcode::bary_f, 1, 1, {immediate_source(1), block.reg(0, 0, 2)});
    block.run();
    CHECK_FALSE(first->end_input);
    CHECK(last->end_input);
}

TEST_CASE("legalise: a0.x and p0.x are read after six slots") {
    Block6xx block;
    Node* mova = block.graph.make_machine(Opcode::mova, 1);
    mova->sources()[0] = immediate_source(4, true);
    mova->dst.kind = RegisterKind::address;
    block.graph.append(block.graph.blocks.front(), mova);
    Register relative;
    relative.kind = RegisterKind::relative_constant;
    Node* use = block.add(Opcode::mov, 0, 0, {relative});
    use->address = mova;
    CHECK(block.nops() == 6);
    CHECK(use->unlock);
}

} // namespace jacquard::ir3::testing
