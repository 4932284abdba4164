#pragma once

#include <jacquard/generated/ir3/select_texture.h>
#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/descriptors.h>
#include <jacquard/ir3/compiler/select/resources/numbered_resources.h>

#include <optional>

namespace jacquard::ir3 {

// Texture instructions, and other instructions of the texture unit: derivatives and positions of
// samples.
class Textures : TranslationPart {
  public:
    Textures(Context& context, NumberedResources& numbered, Descriptors& descriptors)
        : TranslationPart(context), numbered_(numbered), descriptors_(descriptors) {}

    void translate_derivative(const nir::SsaDef& result, const nir::SsaDef& value, Opcode opcode);
    void translate(const nir::TextureInstruction& texture);
    void load_sample_position(const nir::IntrinsicInstruction& load);

  private:
    // The registers that choose the slots or descriptors of a lookup, and the value of a1.x.
    struct TextureChoice {
        Node* pair = nullptr;
        std::optional<std::uint32_t> address;
    };

    void add_texture_operand(const nir::TextureInstruction& texture, const TextureLookup& asked,
                             const TextureForm& form, TextureOperand wanted, NodeVector& nodes,
                             TextureFields& fields);
    // Sets the fields and the choice; false if the slots or descriptors cannot be named.
    bool choose_texture(const nir::TextureInstruction& texture, TextureFields& fields,
                        TextureChoice& choice);
    Node* set_descriptors(std::uint32_t value);
    Node* descriptor_of(const nir::Source* offset, std::uint32_t unit, std::uint32_t stride);
    Node* emit_texture(Opcode opcode, const TextureFields& fields, Node* first, Node* second,
                       DataType type, unsigned num_components, const TextureChoice& choice);

    NumberedResources& numbered_;
    Descriptors& descriptors_;
};

} // namespace jacquard::ir3
