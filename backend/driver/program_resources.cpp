#include <jacquard/driver/program_resources.h>
#include <jacquard/ir3/opcodes.h>
#include <jacquard/nir/instruction.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver {

namespace {

using ir3::Descriptor;
using nir::TextureOp;

// More would be a fault of the module, not a set.
constexpr std::uint32_t kMostDescriptors = 1U << 16;

// The operation that an instruction of the texture unit does, as NIR has it.
struct TextureMeaning {
    TextureOp op{};
    std::uint8_t component = 0; // that is gathered
};

TextureMeaning meaning_of(ir3::Opcode opcode) {
    switch (opcode) {
    case ir3::Opcode::isam:
    case ir3::Opcode::isaml: return {TextureOp::txf};
    case ir3::Opcode::isamm: return {TextureOp::txf_ms};
    case ir3::Opcode::gather4r: return {TextureOp::tg4, 0};
    case ir3::Opcode::gather4g: return {TextureOp::tg4, 1};
    case ir3::Opcode::gather4b: return {TextureOp::tg4, 2};
    case ir3::Opcode::gather4a: return {TextureOp::tg4, 3};
    case ir3::Opcode::getsize: return {TextureOp::txs};
    case ir3::Opcode::getinfo: return {TextureOp::query_levels};
    case ir3::Opcode::getlod: return {TextureOp::lod};
    default: return {TextureOp::txl};
    }
}

} // namespace

void ProgramResources::place(const ir3::Resource& resource, std::uint32_t element,
                             const Descriptor& descriptor) {
    const std::uint64_t unit = resource.unit + std::uint64_t{element} * resource.stride;
    if (unit + 1 >= kMostDescriptors || resource.set > 31) {
        return;
    }
    if (sets_.size() <= resource.set) {
        sets_.resize(resource.set + std::size_t{1});
    }
    std::vector<Descriptor>& set = sets_[resource.set];
    if (set.size() < unit + 2) {
        set.resize(unit + 2);
    }
    set[unit] = descriptor;
    if (resource.has_sampler) {
        set[unit + 1].kind = Descriptor::Kind::sampler;
        set[unit + 1].number = descriptor.number;
    }
}

void ProgramResources::set(const RecordedCase& recorded) {
    storage_ = recorded.storage_buffers;
    textures_.set(recorded, program_.resources);
    images_.set(recorded, program_.resources);
    sets_.clear();
    slots_.clear();
    uniform_buffers_.clear();
    for (const ir3::Resource& resource : program_.resources) {
        const auto uniform = elements_of(recorded.uniform_buffers, resource);
        const auto storage = elements_of(storage_, resource);
        for (std::uint32_t i = 0; i < resource.count; ++i) {
            Descriptor descriptor;
            descriptor.number = resource.first + i;
            switch (resource.kind) {
            case ResourceKind::uniform_buffer:
                descriptor.kind = Descriptor::Kind::uniform_buffer;
                uniform_buffers_.resize(
                    std::max<std::size_t>(uniform_buffers_.size(), descriptor.number + 1));
                if (uniform[i] != nullptr) {
                    descriptor.constant = std::as_bytes(std::span(*uniform[i]));
                    uniform_buffers_[descriptor.number] = *uniform[i];
                }
                break;
            case ResourceKind::storage_buffer:
                descriptor.kind = Descriptor::Kind::storage_buffer;
                if (storage[i] != nullptr) {
                    descriptor.memory.bytes =
                        std::as_writable_bytes(std::span(*const_cast<Words*>(storage[i])));
                }
                slots_.resize(std::max<std::size_t>(slots_.size(), descriptor.number + 1));
                slots_[descriptor.number] = descriptor;
                break;
            case ResourceKind::texture: descriptor.kind = Descriptor::Kind::texture; break;
            case ResourceKind::sampler: descriptor.kind = Descriptor::Kind::sampler; break;
            case ResourceKind::image: descriptor.kind = Descriptor::Kind::image; break;
            }
            place(resource, i, descriptor);
        }
    }
}

void ProgramResources::bind(ir3::Environment& environment) {
    set_views_.assign(sets_.begin(), sets_.end());
    environment.descriptor_sets = set_views_;
    environment.slots = slots_;
    environment.uniform_buffers = uniform_buffers_;
    environment.textures = &texture_unit_;
    environment.images = &image_unit_;
}

ir3::Texel ProgramResources::TextureUnit::lookup(const ir3::TextureRequest& request) {
    nir::TextureInstruction instruction;
    nir::interpreter::TextureRequest asked;
    const TextureMeaning meaning = meaning_of(request.opcode);
    instruction.op = meaning.op;
    instruction.component = meaning.component;
    instruction.is_array = request.array;
    instruction.is_shadow = request.shadow;
    asked.instruction = &instruction;
    asked.op = meaning.op;
    asked.dim = request.three_coordinates      ? nir::TextureDim::dim_3d
                : request.num_coordinates == 1 ? nir::TextureDim::dim_1d
                                               : nir::TextureDim::dim_2d;
    instruction.dim = asked.dim;
    asked.lane = request.lane;
    asked.texture = request.texture;
    asked.sampler = request.sampler;
    asked.num_coordinates = request.num_coordinates;
    asked.coordinates = request.coordinates;
    // The emulator has chosen the layer; lookups that filter take it as a float.
    const bool is_fetch = meaning.op == TextureOp::txf || meaning.op == TextureOp::txf_ms;
    asked.layer =
        is_fetch ? request.layer : std::bit_cast<std::uint32_t>(static_cast<float>(request.layer));
    asked.comparator = request.shadow_reference;
    asked.level = request.level;
    asked.sample_index = request.sample_index;
    asked.offsets = request.offsets;
    const nir::interpreter::Texel texel = textures_.lookup(asked);
    ir3::Texel result{};
    std::copy_n(texel.components.begin(), result.size(), result.begin());
    // What queries give stands where the unit has it.
    if (meaning.op == TextureOp::txs && request.array) {
        result[3] = result[2];
    } else if (meaning.op == TextureOp::query_levels) {
        result = {0, 0, result[0], 1};
    }
    return result;
}

std::array<std::uint32_t, 4> ProgramResources::ImageUnit::access(const ir3::ImageRequest& request) {
    nir::interpreter::ImageRequest asked;
    switch (request.kind) {
    case ir3::ImageRequest::Kind::load: asked.action = nir::ImageAction::load; break;
    case ir3::ImageRequest::Kind::store: asked.action = nir::ImageAction::store; break;
    case ir3::ImageRequest::Kind::atomic: asked.action = nir::ImageAction::atomic; break;
    case ir3::ImageRequest::Kind::size: asked.action = nir::ImageAction::size; break;
    }
    asked.lane = request.lane;
    asked.image = request.image;
    std::copy_n(request.coordinates.begin(), 3, asked.coordinates.begin());
    std::copy_n(request.data.begin(), 4, asked.data.begin());
    asked.compare = request.compare;
    const nir::interpreter::ImageAnswer answer = images_.access(asked);
    std::array<std::uint32_t, 4> words{};
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = static_cast<std::uint32_t>(answer.components[i]);
    }
    return words;
}

} // namespace jacquard::driver
