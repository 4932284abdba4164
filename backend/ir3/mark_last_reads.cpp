// Marks the last reads of what the hardware holds for the program.
//
// Before: instructions stand in their final order. After: the last read of a varying carries (ei),
// which releases their storage, where all are read before control goes different ways; the last
// user of each address carries (ul).

#include <jacquard/ir3/opcode_facts.h>
#include <jacquard/ir3/passes.h>

namespace jacquard::ir3 {

namespace {

void mark_last_varying(Graph& graph) {
    Node* last = nullptr;
    for (Block& block : graph.blocks) {
        for (Node* node : block.nodes) {
            if (!reads_varying(*node)) {
                continue;
            }
            if (&block != &graph.entry()) {
                return;
            }
            last = node;
        }
    }
    if (last != nullptr) {
        last->end_input = true;
    }
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
