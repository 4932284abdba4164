#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/memory_slots.h>

namespace jacquard::ir3 {

// Instructions have room for this number of a descriptor set.
inline constexpr std::uint32_t kMaxDescriptorSet = (1U << kBaseBits) - 1;

// Descriptors of buffers and images in the sources of their accesses.
class Descriptors : TranslationPart {
  public:
    Descriptors(Context& context, MemorySlots& slots) : TranslationPart(context), slots_(slots) {}

    // `view` is 1 for the descriptor of a storage buffer's bytes, else 0. False after a diagnostic.
    bool name_buffer(const nir::SsaDef& buffer, ResourceKind kind, Node& access, std::size_t source,
                     unsigned view = 0);
    // The descriptor of element `number`, where that of element 0 would be the `first`.
    Node* descriptor_at(Node* number, std::uint32_t stride, std::uint32_t first);

  private:
    [[nodiscard]] const Resource* resource_array(const ScalarValue& number,
                                                 ResourceKind kind) const;
    Node* chosen_descriptor(const ScalarValue& number, ResourceKind kind, unsigned view,
                            std::uint32_t& set);

    MemorySlots& slots_;
};

} // namespace jacquard::ir3
