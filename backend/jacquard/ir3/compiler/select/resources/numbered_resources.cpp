// The driver describes textures and uniform buffers by their numbers in the constant file.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/ir3/select_memory.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/mapped_buffers.h>
#include <jacquard/ir3/compiler/select/resources/numbered_resources.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

void sort_once(PoolVector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

template <typename T, typename Visit>
void for_each(const nir::Shader& shader, const Visit& visit) {
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            if (const T* found = instruction.as<T>()) {
                visit(*found);
            }
        }
    }
}

} // namespace

// Reserves a constant for each texture whose samples stand beside each other.
void NumberedResources::map_sample_bits(std::uint32_t& next_vec4) {
    if (machine_.fetches_samples || !shader_.made.has_textures()) {
        return;
    }
    for_each<nir::TextureInstruction>(shader_, [this](const nir::TextureInstruction& texture) {
        if (texture.op == nir::TextureOp::txf_ms &&
            texture.texture_index < slot_family::TEXTURE_SAMPLE_BITS_IR3.count) {
            textures_of_samples_.push_back(texture.texture_index);
        }
    });
    sort_once(textures_of_samples_);
    sample_bits_vec4_ = next_vec4;
    next_vec4 += static_cast<std::uint32_t>((textures_of_samples_.size() + 3) / 4);
    for (std::size_t i = 0; i < textures_of_samples_.size(); ++i) {
        graph_.driver_parameters.push_back(
            {std::string(
                 slot_info(slot_family::TEXTURE_SAMPLE_BITS_IR3[textures_of_samples_[i]]).name),
             sample_bits_vec4_ * 4 + static_cast<std::uint32_t>(i), 1});
    }
}

Node* NumberedResources::sample_bits_of(std::uint32_t texture) {
    const auto found =
        std::lower_bound(textures_of_samples_.begin(), textures_of_samples_.end(), texture);
    if (found == textures_of_samples_.end() || *found != texture) {
        refuse("fetching a sample of this texture is");
        return selection_.constant(0, false);
    }
    const auto place = static_cast<std::uint32_t>(found - textures_of_samples_.begin());
    return selection_.append(make_copy(graph_, constant_source(sample_bits_vec4_ * 4 + place)));
}

// Reserves constants for the address of each buffer that is not in the constant file as a whole.
void NumberedResources::map_buffer_addresses(std::uint32_t& next_vec4) {
    if (machine_.uniform_buffer_loads) {
        return;
    }
    for_each<nir::IntrinsicInstruction>(shader_, [this](const nir::IntrinsicInstruction& load) {
        if (load.op != nir::IntrinsicOp::load_ubo_vec4) {
            return;
        }
        const ScalarValue buffer = Selection::resolve({load.sources()[0].ssa, 0});
        if (Selection::is_constant(buffer) && mapped_part(graph_, load) == nullptr &&
            Selection::constant_bits(buffer) < slot_family::UNIFORM_BUFFER_ADDRESS_IR3.count) {
            addressed_buffers_.push_back(Selection::constant_bits(buffer));
        }
    });
    sort_once(addressed_buffers_);
    addresses_vec4_ = next_vec4;
    const std::uint32_t words = machine_.address_registers;
    for (std::size_t i = 0; i < addressed_buffers_.size(); ++i) {
        graph_.driver_parameters.push_back(
            {std::string(
                 slot_info(slot_family::UNIFORM_BUFFER_ADDRESS_IR3[addressed_buffers_[i]]).name),
             addresses_vec4_ * 4 + static_cast<std::uint32_t>(i) * words, words});
    }
    next_vec4 += (static_cast<std::uint32_t>(addressed_buffers_.size()) * words + 3) / 4;
}

// No buffer lies on both sides of a multiple of 2^32, so the high word is that of its beginning.
void NumberedResources::load_uniform_by_address(const nir::IntrinsicInstruction& load) {
    const ScalarValue buffer = Selection::resolve({load.sources()[0].ssa, 0});
    const auto found = std::lower_bound(addressed_buffers_.begin(), addressed_buffers_.end(),
                                        Selection::is_constant(buffer)
                                            ? Selection::constant_bits(buffer)
                                            : slot_family::UNIFORM_BUFFER_ADDRESS_IR3.count);
    MemoryRequest asked;
    asked.op = nir::IntrinsicOp::load_global_2x32;
    const MemoryForm* form = select_memory(selection_, asked);
    if (!Selection::is_constant(buffer) || found == addressed_buffers_.end() ||
        *found != Selection::constant_bits(buffer) || form == nullptr) {
        refuse("a uniform buffer that is chosen by a value is, on this part,");
        return;
    }
    constexpr std::uint32_t kVec4Shift = 4;
    constexpr std::uint32_t kWordBytes = 4;
    const std::uint32_t first =
        addresses_vec4_ * 4 +
        static_cast<std::uint32_t>(found - addressed_buffers_.begin()) * machine_.address_registers;
    const auto given = [&](std::uint32_t word) {
        return selection_.append(make_copy(graph_, constant_source(first + word)));
    };
    const auto added = (static_cast<std::uint32_t>(load.base()) << kVec4Shift) +
                       static_cast<std::uint32_t>(load.component()) * kWordBytes;
    const ScalarValue index = Selection::resolve({load.sources()[1].ssa, 0});
    Node* place = nullptr;
    if (Selection::is_constant(index)) {
        place = selection_.constant((Selection::constant_bits(index) << kVec4Shift) + added, false);
    } else {
        place = selection_.emit(role::kShiftIndex, false, false,
                                {selection_.use(index), selection_.immediate(kVec4Shift)});
        if (added != 0) {
            place = selection_.emit(role::kAddIndex, false, false,
                                    {ssa_source(place), selection_.immediate(added)});
        }
    }
    std::vector<Node*> address = {
        selection_.emit(role::kAddIndex, false, false, {ssa_source(place), ssa_source(given(0))})};
    if (machine_.address_registers == 2) {
        address.push_back(given(1));
    }
    Node* node = graph_.make_machine(form->opcode, 1);
    node->sources()[0] = ssa_source(collect(address));
    node->type = DataType::u32;
    node->dst.kind = RegisterKind::ssa;
    node->length = static_cast<std::uint8_t>(load.value.num_components);
    node->write_mask = static_cast<std::uint16_t>((1U << node->length) - 1);
    node->resource.dimensions = 1;
    set_components(load.value, selection_.append(node));
}

} // namespace jacquard::ir3
