#pragma once

#include <jacquard/ir3/compiler/select/context.h>

namespace jacquard::ir3 {

// Textures and uniform buffers that the driver describes in the constant file by their numbers: how
// the samples of a texture lie, and the address of a buffer.
class NumberedResources : TranslationPart {
  public:
    explicit NumberedResources(Context& context) : TranslationPart(context) {}

    // Both reserve constants from `next_vec4` on.
    void map_sample_bits(std::uint32_t& next_vec4);
    void map_buffer_addresses(std::uint32_t& next_vec4);

    Node* sample_bits_of(std::uint32_t texture);
    void load_uniform_by_address(const nir::IntrinsicInstruction& load);

  private:
    PoolVector<std::uint32_t> textures_of_samples_{graph_.pool()};
    std::uint32_t sample_bits_vec4_ = 0;
    PoolVector<std::uint32_t> addressed_buffers_{graph_.pool()};
    std::uint32_t addresses_vec4_ = 0;
};

} // namespace jacquard::ir3
