// The order of accesses to memory, and barriers, in the translation to the machine graph.
//
// Accesses that may reach the same bytes, one of which changes them, stay in the order of the
// program within a block, as barriers do with all of them; between blocks they stay where they are.

#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/translate.h>
#include <jacquard/ir3/roles.h>
#include <jacquard/nir/behaviour.h>

namespace jacquard::ir3 {

// Keeps the node behind what it must not pass.
void Translator::order(Node& node, ResourceKind kind, const nir::IntrinsicInstruction* access,
                       bool changes) {
    if (accesses_block_ != block_) {
        accesses_.clear();
        accesses_block_ = block_;
    }
    NodeVector before(graph_.pool());
    const nir::MemoryAccess* memory = access != nullptr ? nir::memory_access(access->op) : nullptr;
    const int space = memory != nullptr   ? static_cast<int>(memory->space)
                      : access != nullptr ? -1 - static_cast<int>(kind)
                                          : kAllMemory;
    for (const OrderedAccess& earlier : accesses_) {
        const bool may_meet =
            earlier.space == space || earlier.space == kAllMemory || space == kAllMemory;
        if (may_meet && (changes || earlier.changes) && !(earlier.is_kill && !changes)) {
            before.push_back(earlier.node);
        }
    }
    graph_.set_dependencies(node, before);
    accesses_.push_back({&node, space, changes});
}

// Lanes that are killed write no more, and have written before.
void Translator::order_kill(Node& kill) {
    order(kill, {}, nullptr, false);
    accesses_.back().is_kill = true;
    accesses_.back().changes = true;
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
        order(*node, {}, nullptr, true);
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
