#pragma once

#include <jacquard/ir3/emulator/memory/alias_unit.h>
#include <jacquard/ir3/emulator/memory/descriptor_unit.h>
#include <jacquard/ir3/emulator/memory/texel_words.h>

namespace jacquard::ir3 {

// Whether texture and sampler are descriptors of sets, not slots.
[[nodiscard]] bool names_descriptors(DescriptorMode mode);

// Texture lookups, derivatives and positions of samples.
class TextureUnit final : OperandPart {
  public:
    TextureUnit(MachineState& state, OperandAccess& operands, AliasUnit& aliases,
                ElementAccess& elements, DescriptorUnit& descriptors)
        : OperandPart(state, operands), aliases_(aliases), elements_(elements),
          descriptors_(descriptors) {}

    bool execute_sample(const Step& step);
    bool execute_derivative(const Step& step);
    bool execute_sample_position(const Step& step);

  private:
    [[nodiscard]] bool executes_quad(unsigned lane) const;
    bool write_texel(const Step& step, const std::array<LaneWords, 4>& texels);
    // Replaces the numbers that an instruction has for texture and sampler by those that the
    // descriptors in the given sets have; `texture` is that of the texture.
    bool find_texture(const Step& step, textures::TextureRequest& request,
                      const Descriptor*& texture);
    bool look_up(const Step& step, const Descriptor* texture,
                 const textures::TextureRequest& request, TexelWords& texel);
    bool fetch_from_buffer(const Step& step, const Descriptor& buffer,
                           const textures::TextureRequest& request, TexelWords& texel);

    AliasUnit& aliases_;
    ElementAccess& elements_;
    DescriptorUnit& descriptors_;
};

} // namespace jacquard::ir3
