// Marks the last reads of what the hardware holds for the program.
//
// Before: instructions stand in their final order. After: the last read of a varying carries (ei),
// which releases their storage; one that goes nowhere is added where the last is no instruction
// that can say so, and at the end where some are read behind a branch; the last user of each
// address carries (ul).

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/pipelines/mark_last_reads.h>
#include <jacquard/ir3/compiler/graph/node_walk.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// A read that goes nowhere; its weights do not matter.
Node* make_release(Graph& graph) {
    Node* weights = graph.make(NodeKind::input, 0);
    weights->dst.kind = RegisterKind::ssa;
    weights->dst.number = 0;
    weights->length = 2;
    weights->write_mask = 3;
    Node* release = graph.make_machine(role::kInterpolate, 2);
    release->sources()[0] = immediate_source(0);
    release->sources()[1] = ssa_source(weights);
    release->dst.kind = RegisterKind::ssa;
    release->dst.number = kNoRegister;
    return release;
}

Node* insert_release(Graph& graph, Block& block, NodeVector::iterator place) {
    Node* release = make_release(graph);
    release->block = &block;
    block.nodes.insert(place, release);
    return release;
}

// Lanes that read varyings behind a branch all come to the end, so the varyings are released there.
void release_at_end(Graph& graph) {
    for (Block& block : graph.blocks) {
        const auto end = std::find_if(block.nodes.begin(), block.nodes.end(), [](const Node* node) {
            return node->is_machine(role::kEnd);
        });
        if (end != block.nodes.end()) {
            insert_release(graph, block, end)->end_input = true;
        }
    }
}

// `last` is the last read of a varying in the entry block.
void mark_last_varying(Graph& graph, Node* last) {
    if (loads_varying(*last)) {
        NodeVector& nodes = graph.entry().nodes;
        last =
            insert_release(graph, graph.entry(), std::find(nodes.begin(), nodes.end(), last) + 1);
    }
    last->end_input = true;
}

// Marks the last user of each address of a block. Returns the last read of a varying, null where
// there is none.
Node* mark_last_users(const Block& block) {
    Node* last = nullptr;
    Node* last_varying = nullptr;
    for (Node* node : in_order(block.nodes)) {
        if (reads_varying(*node) || loads_varying(*node)) {
            last_varying = node;
        }
        // Who finds descriptors by a1.x has no such mark.
        if (node->address != nullptr && node->address->dst.number != kDescriptorAddress) {
            if (last != nullptr && last->address != node->address) {
                last->unlock = true;
            }
            last = node;
        }
    }
    if (last != nullptr) {
        last->unlock = true;
    }
    return last_varying;
}

} // namespace

void mark_last_reads(Graph& graph) {
    Node* in_entry = nullptr;
    bool is_behind_branch = false;
    for (const Block& block : graph.blocks) {
        Node* last = mark_last_users(block);
        if (&block == &graph.entry()) {
            in_entry = last;
        } else {
            is_behind_branch = is_behind_branch || last != nullptr;
        }
    }
    if (is_behind_branch) {
        release_at_end(graph);
    } else if (in_entry != nullptr) {
        mark_last_varying(graph, in_entry);
    }
}

} // namespace jacquard::ir3
