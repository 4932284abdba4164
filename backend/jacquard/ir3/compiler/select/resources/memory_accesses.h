#pragma once

#include <jacquard/generated/ir3/select_memory.h>
#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/access_offsets.h>
#include <jacquard/ir3/compiler/select/resources/access_order.h>
#include <jacquard/ir3/compiler/select/resources/descriptors.h>
#include <jacquard/ir3/compiler/select/resources/memory_slots.h>

namespace jacquard::ir3 {

// Loads, stores, atomics and queries of buffers, images and the memory of workgroups and lanes.
class MemoryAccesses : TranslationPart {
  public:
    MemoryAccesses(Context& context, AccessOffsets& offsets, MemorySlots& slots,
                   Descriptors& descriptors, AccessOrder& order)
        : TranslationPart(context), offsets_(offsets), slots_(slots), descriptors_(descriptors),
          order_(order) {}

    // False if no instruction does it.
    bool translate(const nir::IntrinsicInstruction& access);

  private:
    bool refuse_access(const nir::IntrinsicInstruction& access, const AccessParts& parts);
    Node* make_access(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                      const AccessParts& parts, unsigned first, Node* value);
    Node* absent_component(const nir::IntrinsicInstruction& load, unsigned component);
    void load_parts(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                    const AccessParts& parts);
    void store_parts(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                     const AccessParts& parts);
    void emit_atomic(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                     const AccessParts& parts);

    AccessOffsets& offsets_;
    MemorySlots& slots_;
    Descriptors& descriptors_;
    AccessOrder& order_;
};

} // namespace jacquard::ir3
