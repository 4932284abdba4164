#pragma once

#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/access_offsets.h>

namespace jacquard::ir3 {

// Storage buffers and images in numbered slots.
class MemorySlots : TranslationPart {
  public:
    MemorySlots(Context& context, AccessOffsets& offsets)
        : TranslationPart(context), offsets_(offsets) {}

    // Counts the slots and reserves constants from `next_vec4` on where programs need to know how
    // images lie in memory.
    void map(std::uint32_t& next_vec4);
    bool name_slot(const ScalarValue& number, ResourceKind kind, Node& access, std::size_t source);
    Node* place_in_slot(const nir::IntrinsicInstruction& access, const AccessParts& parts,
                        unsigned first, const Register& slot);

  private:
    std::uint32_t slot_layout(std::uint32_t slot);

    AccessOffsets& offsets_;
    std::uint32_t first_image_slot_ = 0; // images follow the buffers
    std::uint32_t image_layouts_vec4_ = 0;
    bool computes_buffer_ = false; // a computed number chooses a buffer
};

} // namespace jacquard::ir3
