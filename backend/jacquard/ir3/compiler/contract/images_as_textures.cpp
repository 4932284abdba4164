// Images as textures.
//
// Before: images are named by numbers. After: sizes of images that are known by their numbers are
// those of textures; so are texels, where the machine cannot load from slots, of images that nobody
// writes while the shader runs, as far as that is known, and whose texels are more than a word.

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/contract/images_as_textures.h>
#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <array>
#include <vector>

namespace jacquard::ir3 {

namespace {

using nir::ImageAction;
using nir::IntrinsicInstruction;
using nir::TextureDim;
using nir::TextureOp;
using nir::TextureSourceType;

constexpr const char* kProperty = "first_image_texture";

// The images that a shader writes. Where a value chooses the image, any may be meant.
struct WrittenImages {
    std::vector<std::uint32_t> numbers;
    bool any = false;

    [[nodiscard]] bool has(std::uint32_t number) const {
        return any || std::find(numbers.begin(), numbers.end(), number) != numbers.end();
    }
};

std::optional<std::uint32_t> number_of(const IntrinsicInstruction& access) {
    const nir::ImageAccess& image = *nir::image_access(access.op);
    const auto constant = nir::constant_components(
        *access.sources()[static_cast<std::size_t>(image.image_source)].ssa);
    return constant.empty() ? std::nullopt : std::optional(constant[0].u32);
}

WrittenImages written_images(const nir::Shader& shader) {
    WrittenImages written;
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* access = instruction.as<IntrinsicInstruction>();
            const nir::ImageAccess* image =
                access != nullptr ? nir::image_access(access->op) : nullptr;
            if (image == nullptr ||
                (image->action != ImageAction::store && image->action != ImageAction::atomic)) {
                continue;
            }
            const std::optional<std::uint32_t> number = number_of(*access);
            written.any |= !number;
            written.numbers.push_back(number.value_or(0));
        }
    }
    return written;
}

// The number behind those of all textures.
std::uint32_t end_of_textures(const nir::Shader& shader, std::span<const Resource> resources) {
    std::uint32_t end = 0;
    for (const nir::TextureUnit& unit : shader.info.textures) {
        end = std::max(end, unit.unit + 1);
    }
    for (const Resource& resource : resources) {
        if (resource.kind == ResourceKind::texture) {
            end = std::max(end, resource.first + resource.count);
        }
    }
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            if (const auto* texture = instruction.as<nir::TextureInstruction>()) {
                end = std::max(end, texture->texture_index + 1);
            }
        }
    }
    return end;
}

class ImageReader {
  public:
    ImageReader(nir::Shader& shader, const MachineFacts& machine,
                std::span<const Resource> resources)
        : shader_(shader), machine_(machine), written_(written_images(shader)),
          first_(end_of_textures(shader, resources)) {}

    bool change(IntrinsicInstruction& access) {
        const nir::ImageAccess* image = nir::image_access(access.op);
        if (image == nullptr ||
            access.op != (image->action == ImageAction::size ? nir::IntrinsicOp::image_size
                                                             : nir::IntrinsicOp::image_load)) {
            return false;
        }
        const std::optional<std::uint32_t> number = number_of(access);
        const bool is_size = image->action == ImageAction::size;
        if (!number || !(is_size ? knows_size(access) : knows_texel(access, *number))) {
            return false;
        }
        nir::CoreBuilder b(shader_, nir::Cursor::before_instruction(&access));
        nir::TextureInstruction* texture = b.texture(is_size ? TextureOp::txs : TextureOp::txf);
        texture->dim = access.image_dim();
        texture->is_array = access.image_array();
        texture->texture_index = first_ + *number;
        texture->dest_type =
            is_size ? nir::AluType{nir::BaseType::uint_type, 32} : access.dest_type();
        if (is_size) {
            shader_.add_texture_source(
                texture, TextureSourceType::lod,
                access.sources()[static_cast<std::size_t>(image->level_source)].ssa);
        } else {
            const unsigned count = num_coordinates(access);
            nir::SsaDef* all =
                access.sources()[static_cast<std::size_t>(image->coordinate_source)].ssa;
            std::vector<nir::Operand> coordinates;
            for (unsigned c = 0; c < count; ++c) {
                coordinates.push_back(nir::channel(all, c));
            }
            texture->coord_components = static_cast<std::uint8_t>(count);
            shader_.add_texture_source(texture, TextureSourceType::coord, b.vec(coordinates));
        }
        nir::SsaDef* value = b.finish_texture(texture, access.value.bit_size);
        std::vector<nir::Operand> components;
        for (unsigned c = 0; c < access.value.num_components; ++c) {
            components.push_back(nir::channel(value, c));
        }
        access.value.rewrite_uses(b.vec(components));
        access.remove();
        return true;
    }

    void note() { shader_.info.set_property(kProperty, {first_}); }

  private:
    static unsigned num_coordinates(const IntrinsicInstruction& access) {
        return nir::texture_dim_info(access.image_dim()).coord_components +
               (access.image_array() ? 1U : 0U);
    }

    static bool knows_size(const IntrinsicInstruction& access) {
        return access.value.bit_size == 32 &&
               access.value.num_components ==
                   nir::texture_dim_info(access.image_dim()).size_components +
                       (access.image_array() ? 1U : 0U);
    }

    [[nodiscard]] bool knows_texel(const IntrinsicInstruction& access, std::uint32_t number) const {
        const TextureDim dim = access.image_dim();
        return !machine_.loads_image_slots && !is_one_word(access.format()) &&
               !nir::is_counted(access) && !written_.has(number) && dim != TextureDim::dim_cube &&
               dim != TextureDim::dim_ms;
    }

    nir::Shader& shader_;
    const MachineFacts& machine_;
    WrittenImages written_;
    std::uint32_t first_;
};

} // namespace

bool is_one_word(std::uint32_t format) {
    // As SPIR-V numbers them: R32f, R32i, R32ui.
    static constexpr std::array<std::uint32_t, 3> kOneWord = {3, 24, 33};
    return std::find(kOneWord.begin(), kOneWord.end(), format) != kOneWord.end();
}

bool images_as_textures(nir::Shader& shader, const MachineFacts& machine,
                        std::span<const Resource> resources) {
    if (!machine.slot_memory) {
        return false;
    }
    ImageReader reader(shader, machine, resources);
    const bool changed = nir::change_instructions<IntrinsicInstruction>(
        shader, [&reader](IntrinsicInstruction& access) { return reader.change(access); });
    if (changed) {
        reader.note();
    }
    return changed;
}

std::optional<std::uint32_t> first_image_texture(const nir::Shader& shader) {
    const nir::ShaderProperty* property = shader.info.property(kProperty);
    return property != nullptr && !property->values.empty()
               ? std::optional(static_cast<std::uint32_t>(property->values.front()))
               : std::nullopt;
}

} // namespace jacquard::ir3
