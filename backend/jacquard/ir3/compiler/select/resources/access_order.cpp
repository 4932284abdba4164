// The order of accesses to memory, and barriers, in the translation to the machine graph: what is
// in one block stays in that of the program where it must, between blocks all of it does.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/access_order.h>
#include <jacquard/nir/analysis/memory/counted_access.h>

namespace jacquard::ir3 {

MemoryOrder& AccessOrder::order_of_block() {
    if (ordered_block_ != &block()) {
        memory_order_.clear();
        ordered_block_ = &block();
    }
    return memory_order_;
}

namespace {

// Two more spaces follow the alias classes: memory that nothing changes, and the one by which
// counted accesses are ordered among each other.
constexpr int kUnchanging = nir::kNumAliasClasses;
constexpr int kCountedAccesses = kUnchanging + 1;

} // namespace

// Keeps the node behind what it must not pass. Accesses that count keep the order of the program
// among each other, whatever they access.
void AccessOrder::order(Node& node, ResourceKind kind, const nir::IntrinsicInstruction& access,
                        bool changes) {
    const nir::MemoryAccess* memory = nir::memory_access(access.op);
    const int space = memory == nullptr              ? -1 - static_cast<int>(kind)
                      : memory->info().is_changing() ? memory->info().alias_class
                                                     : kUnchanging;
    MemoryOrder& order = order_of_block();
    const auto listed = changes ? order.change(node, space) : order.read(node, space);
    graph_.set_dependencies(
        node, nir::is_counted(access) ? order.also_change(node, kCountedAccesses) : listed);
}

void AccessOrder::order_kill(Node& kill) {
    graph_.set_dependencies(kill, order_of_block().kill(kill));
}

// Whether memory is ordered for others than the invocation, which sees its own accesses in order.
static bool orders_memory(const nir::IntrinsicInstruction& barrier) {
    constexpr nir::MemorySemantics kOrders =
        nir::MemorySemantics::acquire | nir::MemorySemantics::release;
    return (barrier.memory_semantics() & kOrders) != nir::MemorySemantics::nothing &&
           barrier.memory_modes() != nir::VariableMode::nothing &&
           barrier.memory_scope() != nir::Scope::none &&
           barrier.memory_scope() != nir::Scope::invocation;
}

void AccessOrder::add_in_order(Node* node) {
    node->has_effect = true;
    graph_.set_dependencies(*node, order_of_block().barrier(*node));
    selection_.append(node);
    context_.add_effect(node);
}

// Writes of other groups are in memory, but a part with a cache for each group does not see them
// there, so an acquire invalidates the cache.
void AccessOrder::translate_fence(const nir::IntrinsicInstruction& barrier) {
    constexpr nir::VariableMode kGlobal =
        nir::VariableMode::mem_ssbo | nir::VariableMode::mem_global | nir::VariableMode::image;
    const bool is_global = (barrier.memory_modes() & kGlobal) != nir::VariableMode::nothing;
    const bool acquires = (barrier.memory_semantics() & nir::MemorySemantics::acquire) !=
                          nir::MemorySemantics::nothing;
    const bool is_beyond_group = static_cast<unsigned>(barrier.memory_scope()) >
                                 static_cast<unsigned>(nir::Scope::workgroup);
    const bool invalidates =
        is_global && acquires && is_beyond_group && machine_.invalidates_caches;
    Node* fence = graph_.make_machine(role::kFence, 0);
    fence->resource.writes = true;
    fence->resource.reads = !invalidates;
    fence->resource.is_global = is_global;
    fence->resource.is_local = !invalidates && (is_global || machine_.slot_memory);
    add_in_order(fence);
    if (invalidates) {
        add_in_order(graph_.make_machine(role::kInvalidate, 0));
    }
}

void AccessOrder::translate_barrier(const nir::IntrinsicInstruction& barrier) {
    if (orders_memory(barrier)) {
        translate_fence(barrier);
    }
    if (barrier.execution_scope() == nir::Scope::workgroup) {
        Node* wait = graph_.make_machine(role::kBarrier, 0);
        wait->resource.is_global = true;
        wait->resource.is_local = machine_.slot_memory;
        add_in_order(wait);
    }
}

} // namespace jacquard::ir3
