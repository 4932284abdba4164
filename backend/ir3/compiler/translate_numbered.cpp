// What the driver says of textures by their numbers, in the constant file.

#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/translate.h>
#include <jacquard/ir3/numbered_slots.h>

#include <algorithm>

namespace jacquard::ir3 {

// Reserves a constant for each texture whose samples stand beside each other.
void Translator::map_sample_bits() {
    if (machine_.fetches_samples) {
        return;
    }
    for (const nir::Block& block : shader_.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* texture = instruction.as<nir::TextureInstruction>();
            if (texture != nullptr && texture->op == nir::TextureOp::txf_ms &&
                texture->texture_index < kNumberedTextures) {
                textures_of_samples_.push_back(texture->texture_index);
            }
        }
    }
    std::sort(textures_of_samples_.begin(), textures_of_samples_.end());
    textures_of_samples_.erase(
        std::unique(textures_of_samples_.begin(), textures_of_samples_.end()),
        textures_of_samples_.end());
    sample_bits_vec4_ = next_constant_vec4_;
    next_constant_vec4_ += static_cast<std::uint32_t>((textures_of_samples_.size() + 3) / 4);
    for (std::size_t i = 0; i < textures_of_samples_.size(); ++i) {
        graph_.driver_parameters.push_back(
            {std::string(slot_info(sample_bits_slot(textures_of_samples_[i])).name),
             sample_bits_vec4_ * 4 + static_cast<std::uint32_t>(i), 1});
    }
}

Node* Translator::sample_bits_of(std::uint32_t texture) {
    const auto found =
        std::lower_bound(textures_of_samples_.begin(), textures_of_samples_.end(), texture);
    if (found == textures_of_samples_.end() || *found != texture) {
        refuse("fetching a sample of this texture is");
        return selection_.constant(0, false);
    }
    const auto place = static_cast<std::uint32_t>(found - textures_of_samples_.begin());
    return selection_.append(make_copy(graph_, constant_source(sample_bits_vec4_ * 4 + place)));
}

} // namespace jacquard::ir3
