#pragma once

#include <jacquard/ir3/compiler/select/context.h>

namespace jacquard::ir3 {

// The sources of an access in NIR, null where it has none, and the kind of resource.
struct AccessParts {
    const nir::SsaDef* offset = nullptr;
    const nir::SsaDef* address = nullptr;
    const nir::SsaDef* coordinate = nullptr;
    const nir::SsaDef* resource = nullptr;
    const nir::SsaDef* value = nullptr;
    const nir::SsaDef* data = nullptr;
    const nir::SsaDef* compare = nullptr;
    ResourceKind kind{};
};

// The number of registers that coordinates of an image take; faces and layers of cubes are one
// number.
[[nodiscard]] unsigned num_coordinates(const nir::IntrinsicInstruction& access);

// Offsets of accesses to memory, in the units that instructions want.
class AccessOffsets : TranslationPart {
  public:
    explicit AccessOffsets(Context& context) : TranslationPart(context) {}

    Node* offset_node(const nir::SsaDef& offset, unsigned unit, unsigned first, unsigned bytes,
                      const nir::IntrinsicInstruction& access);
    Node* displaced_node(const nir::SsaDef& offset, unsigned bits, unsigned more,
                         const nir::IntrinsicInstruction& access, std::int16_t& displacement);
    Node* index_node(Opcode opcode, const nir::SsaDef& elements, unsigned first, unsigned bits);

  private:
    Node* element_of(const ScalarValue& bytes, unsigned unit);
};

} // namespace jacquard::ir3
