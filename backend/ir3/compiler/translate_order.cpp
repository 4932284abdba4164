// The order of accesses to memory, and barriers, in the translation to the machine graph: what is
// in one block stays in that of the program where it must, between blocks all of it does.

#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/translate.h>
#include <jacquard/ir3/roles.h>
#include <jacquard/nir/behaviour.h>

namespace jacquard::ir3 {

MemoryOrder& Translator::order_of_block() {
    if (ordered_block_ != block_) {
        memory_order_.clear();
        ordered_block_ = block_;
    }
    return memory_order_;
}

// Keeps the node behind what it must not pass.
void Translator::order(Node& node, ResourceKind kind, const nir::IntrinsicInstruction& access,
                       bool changes) {
    const nir::MemoryAccess* memory = nir::memory_access(access.op);
    const int space =
        memory != nullptr ? static_cast<int>(memory->space) : -1 - static_cast<int>(kind);
    MemoryOrder& order = order_of_block();
    graph_.set_dependencies(node, changes ? order.change(node, space) : order.read(node, space));
}

void Translator::order_kill(Node& kill) {
    graph_.set_dependencies(kill, order_of_block().kill(kill));
}

void Translator::translate_barrier(const nir::IntrinsicInstruction& barrier) {
    const nir::VariableMode modes = barrier.memory_modes();
    const auto has = [modes](nir::VariableMode mode) {
        return (modes & mode) != nir::VariableMode::nothing;
    };
    const bool is_global = has(nir::VariableMode::mem_ssbo) || has(nir::VariableMode::mem_global) ||
                           has(nir::VariableMode::image);
    const auto add = [&](Node* node) {
        node->has_effect = true;
        graph_.set_dependencies(*node, order_of_block().barrier(*node));
        selection_.append(node);
        effects_.push_back(node);
    };
    if (modes != nir::VariableMode::nothing) {
        Node* fence = graph_.make_machine(role::kFence, 0);
        fence->resource.reads = true;
        fence->resource.writes = true;
        fence->resource.is_global = is_global;
        fence->resource.is_local = is_global || machine_.slot_memory;
        const bool beyond = is_global && machine_.invalidates_caches &&
                            static_cast<unsigned>(barrier.memory_scope()) >
                                static_cast<unsigned>(nir::Scope::workgroup);
        if (beyond) {
            fence->resource.reads = false;
            fence->resource.is_local = false;
        }
        add(fence);
        if (beyond) {
            add(graph_.make_machine(role::kInvalidate, 0));
        }
    }
    if (barrier.execution_scope() == nir::Scope::workgroup) {
        Node* wait = graph_.make_machine(role::kBarrier, 0);
        wait->resource.is_global = true;
        wait->resource.is_local = machine_.slot_memory;
        add(wait);
    }
}

} // namespace jacquard::ir3
