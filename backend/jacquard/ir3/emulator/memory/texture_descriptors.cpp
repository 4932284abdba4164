#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/memory/texture_unit.h>

#include <bit>

namespace jacquard::ir3 {

namespace {

bool uses_a1(DescriptorMode mode) {
    return mode == DescriptorMode::bindless_a1_uniform ||
           mode == DescriptorMode::bindless_a1_nonuniform ||
           mode == DescriptorMode::bindless_a1_immediate;
}

const Descriptor* descriptor_at(std::span<const std::span<const Descriptor>> sets,
                                std::uint32_t set, std::uint32_t index) {
    return set < sets.size() && index < sets[set].size() ? &sets[set][index] : nullptr;
}

} // namespace

bool names_descriptors(DescriptorMode mode) {
    return mode != DescriptorMode::uniform && mode != DescriptorMode::nonuniform;
}

bool TextureUnit::find_texture(const Step& step, textures::TextureRequest& request,
                               const Descriptor*& texture) {
    const Instruction& instruction = step.instruction;
    const DescriptorMode mode = instruction.descriptor_mode;
    const auto& sets = state_.environment->descriptor_sets;
    std::uint32_t texture_set = instruction.base;
    std::uint32_t sampler_set = instruction.base;
    if (uses_a1(mode)) {
        // The set of the sampler, and above it the number of what the word does not name.
        const std::uint32_t address = state_.wave.full(kAddressRegister1)[0];
        sampler_set = address & ((1U << kBaseBits) - 1);
        if (mode == DescriptorMode::bindless_a1_immediate) {
            const bool names_sampler = state_.code->machine.address_names_sampler;
            (names_sampler ? request.sampler : request.texture) = address >> kBaseBits;
        }
    }
    texture = descriptor_at(sets, texture_set, request.texture);
    if (!texture || texture->kind == Descriptor::Kind::none) {
        return descriptors_.fail_descriptor("texture", request.texture);
    }
    request.texture = texture->number;
    const Descriptor* sampler = descriptor_at(sets, sampler_set, request.sampler);
    // Fetches and queries name one that they do not need.
    request.sampler = sampler && sampler->kind == Descriptor::Kind::sampler ? sampler->number : 0;
    return true;
}

bool TextureUnit::fetch_from_buffer(const Step& step, const Descriptor& buffer,
                                    const textures::TextureRequest& request, TexelWords& texel) {
    const Instruction& instruction = step.instruction;
    const LaneMemory memory{&buffer.memory, buffer.memory.bytes, 0};
    const unsigned bytes = memory_bytes(instruction.type);
    const std::uint32_t first =
        request.coordinates[0] + static_cast<std::uint32_t>(instruction.offset);
    texel = {0, 0, 0, instruction.type == DataType::f32 ? std::bit_cast<std::uint32_t>(1.0F) : 1};
    for (unsigned k = 0; k < (instruction.is_vector ? 4U : 1U); ++k) {
        if ((instruction.write_mask >> k & 1) != 0 &&
            !elements_.load_element(memory, (std::uint64_t{first} + k) * bytes, instruction.type,
                                    request.lane, texel[k])) {
            return false;
        }
        // Results arrive as words, which are narrowed again.
        if (instruction.type == DataType::f16) {
            texel[k] = convert(texel[k], DataType::f16, DataType::f32, RoundMode::toward_zero);
        }
    }
    return true;
}

bool TextureUnit::look_up(const Step& step, const Descriptor* texture,
                          const textures::TextureRequest& request, TexelWords& texel) {
    if (texture && texture->kind == Descriptor::Kind::storage_buffer) {
        return fetch_from_buffer(step, *texture, request, texel);
    }
    if (texture && texture->kind == Descriptor::Kind::image) {
        textures::ImageRequest asked;
        asked.kind = textures::ImageRequest::Kind::load;
        asked.lane = request.lane;
        asked.image = texture->number;
        asked.num_coordinates = request.num_coordinates;
        for (unsigned i = 0; i < request.num_coordinates; ++i) {
            asked.coordinates[i] = static_cast<std::int32_t>(request.coordinates[i]);
        }
        return descriptors_.access_image(asked, texel);
    }
    if (!state_.environment->textures) {
        return fail(FaultKind::unsupported,
                    describe(state_.pc) + " needs textures, and the run has none");
    }
    texel = texel_words(state_.environment->textures->lookup(request),
                        opcode_info(state_.revision, step.instruction.opcode).lookup);
    return true;
}

} // namespace jacquard::ir3
