// Delay slots and sync flags between blocks, on instructions whose registers are given.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/generated/pipelines/legalise.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include "fixture.h"

#include <initializer_list>

namespace jacquard::ir3::testing {

namespace {

constexpr std::uint16_t kFar = 40; // a register that nobody else uses

struct Flow {
    Arena arena;
    Graph graph{arena, Revision::a6xx};

    explicit Flow(unsigned num_blocks) {
        for (unsigned i = 0; i < num_blocks; ++i) {
            graph.add_block();
        }
    }

    void edge(unsigned from, unsigned to) {
        Block& block = graph.blocks[from];
        Graph::connect(block, block.successors[0] == nullptr ? 0 : 1, graph.blocks[to]);
    }

    // A source that reads a register, whoever wrote it.
    Register reg(std::uint16_t number, bool half = false) {
        Node* value = graph.make(NodeKind::input, 0);
        value->dst.kind = RegisterKind::ssa;
        value->dst.number = number;
        value->dst.half = half;
        return ssa_source(value);
    }

    Node* add(unsigned block, Opcode opcode, std::uint16_t dst,
              std::initializer_list<Register> sources) {
        Node* node = graph.make_machine(opcode, sources.size());
        std::size_t i = 0;
        for (const Register& source : sources) {
            node->sources()[i++] = source;
        }
        node->dst.kind = RegisterKind::ssa;
        node->dst.number = dst;
        if (opcode == Opcode::mov) {
            set_move_type(*node, false);
        }
        return graph.append(graph.blocks[block], node);
    }

    Node* mov(unsigned block, std::uint16_t dst) {
        return add(block, Opcode::mov, dst, {constant_source(0)});
    }

    // Slots that block `block` waits before its first instruction that is no nop.
    unsigned wait_at(unsigned block) {
        unsigned slots = 0;
        for (const Node* node : graph.blocks[block].nodes) {
            if (!node->is_machine(Opcode::nop)) {
                break;
            }
            slots += 1U + node->repeat;
        }
        return slots;
    }

    void legalise() { ir3::legalise(graph, machine_facts(Revision::a6xx)); }
};

} // namespace

TEST_CASE("legalise: a block waits for what the block before it wrote last") {
    Flow flow(2);
    flow.edge(0, 1);
    flow.mov(0, 1);
    flow.mov(0, kFar);
    flow.add(1, Opcode::add_f, 2, {flow.reg(1), flow.reg(1)});
    flow.legalise();
    CHECK(flow.wait_at(1) == 2);
}

TEST_CASE("legalise: where ways meet the longest wait of any of them counts") {
    Flow flow(4);
    flow.edge(0, 1);
    flow.edge(0, 2);
    flow.edge(1, 3);
    flow.edge(2, 3);
    flow.mov(0, 1);
    flow.mov(1, kFar);
    flow.mov(1, kFar);
    flow.mov(1, kFar);
    flow.mov(2, kFar);
    flow.add(3, Opcode::add_f, 2, {flow.reg(1), flow.reg(1)});
    flow.legalise();
    CHECK(flow.wait_at(3) == 2);
}

TEST_CASE("legalise: of writes of both widths the slower reader counts") {
    Flow flow(4);
    flow.edge(0, 1);
    flow.edge(0, 2);
    flow.edge(1, 3);
    flow.edge(2, 3);
    flow.mov(1, 1);
    // The low half of the same register.
    Node* half = flow.add(2, Opcode::add_f, 2, {flow.reg(kFar, true), flow.reg(kFar, true)});
    half->dst.half = true;
    flow.add(3, Opcode::add_f, 2, {flow.reg(1), flow.reg(1)});
    flow.legalise();
    CHECK(flow.wait_at(3) == 6);
}

TEST_CASE("legalise: what the end of a loop writes its beginning waits for") {
    Flow flow(3);
    flow.edge(0, 1);
    flow.edge(1, 1);
    flow.edge(1, 2);
    flow.mov(0, 1);
    flow.mov(0, kFar);
    flow.mov(0, kFar);
    flow.mov(0, kFar);
    flow.add(1, Opcode::add_f, 2, {flow.reg(1), flow.reg(1)});
    flow.mov(1, 1);
    flow.legalise();
    CHECK(flow.wait_at(1) == 3);
}

TEST_CASE("legalise: a loop waits once for what was looked up before it") {
    Flow flow(3);
    flow.edge(0, 1);
    flow.edge(1, 1);
    flow.edge(1, 2);
    Node* lookup = flow.add(0, Opcode::sam, 1, {flow.reg(kFar)});
    lookup->length = 1;
    Node* first = flow.add(1, Opcode::add_f, 2, {flow.reg(1), flow.reg(1)});
    Node* second = flow.add(1, Opcode::add_f, 3, {flow.reg(1), flow.reg(1)});
    flow.legalise();
    CHECK(first->sync_long);
    CHECK_FALSE(second->sync_long);
}

TEST_CASE("legalise: a result that only one way leaves behind is waited for") {
    Flow flow(4);
    flow.edge(0, 1);
    flow.edge(0, 2);
    flow.edge(1, 3);
    flow.edge(2, 3);
    flow.add(1, Opcode::rcp, 1, {flow.reg(kFar)});
    flow.add(2, Opcode::sam, 1, {flow.reg(kFar)});
    Node* reader = flow.add(3, Opcode::add_f, 2, {flow.reg(1), flow.reg(1)});
    flow.legalise();
    CHECK(reader->sync_short);
    CHECK(reader->sync_long);
}

TEST_CASE("legalise: a late reader of the block before is not overtaken") {
    Flow flow(2);
    flow.edge(0, 1);
    flow.add(0, Opcode::sam, 1, {flow.reg(kFar)});
    Node* writer = flow.mov(1, kFar);
    flow.legalise();
    CHECK(writer->sync_short);
}

TEST_CASE("legalise: lanes meet at the first instruction, be it a nop") {
    Flow flow(2);
    flow.edge(0, 1);
    flow.mov(0, 1);
    flow.graph.blocks[1].joins = true;
    flow.add(1, Opcode::add_f, 2, {flow.reg(1), flow.reg(1)});
    flow.legalise();
    REQUIRE(flow.graph.blocks[1].nodes.size() == 2);
    CHECK(flow.graph.blocks[1].nodes[0]->jump_target);
    CHECK_FALSE(flow.graph.blocks[1].nodes[1]->jump_target);
}

} // namespace jacquard::ir3::testing
