// Marks the last reads of what the hardware holds for the program.
//
// Before: instructions stand in their final order. After: the last read of a varying carries (ei),
// which releases their storage, where all are read before control goes different ways, and one that
// goes nowhere is added where the last is no instruction that can say so; the last user of each
// address carries (ul).

#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/passes.h>
#include <jacquard/ir3/roles.h>

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
    release->sources[0] = immediate_source(0);
    release->sources[1] = ssa_source(weights);
    release->dst.kind = RegisterKind::ssa;
    release->dst.number = kNoRegister;
    return release;
}

void mark_last_varying(Graph& graph) {
    Node* last = nullptr;
    for (Block& block : graph.blocks) {
        for (Node* node : block.nodes) {
            if (!reads_varying(*node) && !loads_varying(*node)) {
                continue;
            }
            if (&block != &graph.entry()) {
                return;
            }
            last = node;
        }
    }
    if (last == nullptr) {
        return;
    }
    if (loads_varying(*last)) {
        std::vector<Node*>& nodes = graph.entry().nodes;
        Node* release = make_release(graph);
        release->block = &graph.entry();
        nodes.insert(std::find(nodes.begin(), nodes.end(), last) + 1, release);
        last = release;
    }
    last->end_input = true;
}

void mark_last_addresses(const Block& block) {
    Node* last = nullptr;
    for (Node* node : block.nodes) {
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
}

} // namespace

void mark_last_reads(Graph& graph) {
    mark_last_varying(graph);
    for (const Block& block : graph.blocks) {
        mark_last_addresses(block);
    }
}

} // namespace jacquard::ir3
