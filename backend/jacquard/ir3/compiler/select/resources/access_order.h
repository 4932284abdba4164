#pragma once

#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/memory_order.h>

namespace jacquard::ir3 {

// The order of accesses to memory, and barriers.
class AccessOrder : TranslationPart {
  public:
    explicit AccessOrder(Context& context) : TranslationPart(context) {}

    void order(Node& node, ResourceKind kind, const nir::IntrinsicInstruction& access,
               bool changes);
    void order_kill(Node& kill);
    void translate_barrier(const nir::IntrinsicInstruction& barrier);

  private:
    MemoryOrder& order_of_block();
    void translate_fence(const nir::IntrinsicInstruction& barrier);
    // No access before or after the node passes it.
    void add_in_order(Node* node);

    MemoryOrder memory_order_{graph_.pool()};
    const Block* ordered_block_ = nullptr; // the block of that order
};

} // namespace jacquard::ir3
