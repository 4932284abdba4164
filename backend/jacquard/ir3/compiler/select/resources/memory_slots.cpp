// Buffers and images that stand in slots, in the translation to the machine graph.
//
// Storage buffers take the first slots, images those behind them. Where a machine wants to know
// where an access begins in bytes, the driver says how the image lies in memory.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/memory_slots.h>

#include <algorithm>
#include <array>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kElementBytes = 4;

// The words of a slot's constants: where its address stands, and the bytes from one to the next of
// each coordinate.
struct SlotWords {
    std::uint32_t address;
    std::array<std::uint32_t, 3> steps;
    unsigned count;
};
constexpr SlotWords kWithAddress = {0, {3, 1, 2}, 4};
constexpr SlotWords kWithoutAddress = {0, {0, 1, 2}, 3};

// Whether resource_of() gives something for such an instruction.
bool names_resource(nir::IntrinsicOp op) {
    const nir::MemoryAccess* memory = nir::memory_access(op);
    return memory != nullptr
               ? memory->space == nir::MemorySpace::ssbo
               : nir::image_access(op) != nullptr || op == nir::IntrinsicOp::get_ssbo_size;
}

// The number of the buffer or image that an instruction accesses; null for other instructions.
const nir::SsaDef* resource_of(const nir::IntrinsicInstruction& access, ResourceKind& kind) {
    if (const nir::MemoryAccess* memory = nir::memory_access(access.op)) {
        if (memory->space != nir::MemorySpace::ssbo) {
            return nullptr;
        }
        kind = ResourceKind::storage_buffer;
        return access.sources()[static_cast<std::size_t>(memory->resource_source)].ssa;
    }
    if (const nir::ImageAccess* image = nir::image_access(access.op)) {
        kind = ResourceKind::image;
        return access.sources()[static_cast<std::size_t>(image->image_source)].ssa;
    }
    if (access.op == nir::IntrinsicOp::get_ssbo_size) {
        kind = ResourceKind::storage_buffer;
        return access.sources()[0].ssa;
    }
    return nullptr;
}

// Calls visit(const SsaDef* number, ResourceKind) for what each access names.
template <typename Visit>
void for_each_resource(const nir::Shader& shader, const Visit& visit) {
    if (!shader.may_have_intrinsic(names_resource)) {
        return;
    }
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* access = instruction.as<nir::IntrinsicInstruction>();
            ResourceKind kind{};
            const nir::SsaDef* number = access != nullptr ? resource_of(*access, kind) : nullptr;
            if (number != nullptr) {
                visit(number, kind);
            }
        }
    }
}

} // namespace

// Counts the slots of buffers and, where programs choose the place, reserves constants for images.
void MemorySlots::map(std::uint32_t& next_vec4) {
    std::uint32_t num_buffers = 0;
    std::uint32_t num_images = 0;
    bool has_images = false;
    for (const Resource& resource : graph_.resources) {
        if (resource.kind == ResourceKind::storage_buffer) {
            num_buffers = std::max(num_buffers, resource.first + resource.count);
        }
    }
    for_each_resource(shader_, [&](const nir::SsaDef* number, ResourceKind kind) {
        has_images |= kind == ResourceKind::image;
        const ScalarValue value = Selection::resolve({number, 0});
        if (!Selection::is_constant(value)) {
            computes_buffer_ |= kind == ResourceKind::storage_buffer;
            return;
        }
        const std::uint32_t end = std::min(Selection::constant_bits(value),
                                           std::uint32_t{slot_family::MEMORY_SLOT_IR3.count}) +
                                  1;
        std::uint32_t& count = kind == ResourceKind::image ? num_images : num_buffers;
        count = std::max(count, end);
    });
    first_image_slot_ = num_buffers;
    const bool has_sets = !graph_.resources.empty() && machine_.bindless_descriptors;
    if (has_images && !has_sets) {
        graph_.first_image_slot = num_buffers;
    }
    if (machine_.slot_memory && machine_.slot_constants == 0) {
        image_layouts_vec4_ = next_vec4;
        next_vec4 += num_images;
    }
}

// Names the slot of a buffer or image in a source of its access.
bool MemorySlots::name_slot(const ScalarValue& number, ResourceKind kind, Node& access,
                            std::size_t source) {
    const bool is_image = kind == ResourceKind::image;
    if (is_image && computes_buffer_ && graph_.resources.empty()) {
        refuse("images beside buffers that are chosen by a value are, without descriptor sets,");
        return false;
    }
    const std::uint32_t first = is_image ? first_image_slot_ : 0;
    if (Selection::is_constant(number)) {
        access.sources()[source] = immediate_source(Selection::constant_bits(number) + first);
        return true;
    }
    access.resource.mode = ResourceMode::nonuniform;
    access.sources()[source] = selection_.use(number);
    if (first != 0) {
        access.sources()[source] =
            ssa_source(selection_.emit(role::kAddIndex, false, false,
                                       {access.sources()[source], selection_.immediate(first)}));
    }
    return true;
}

// The first of the constants that tell how the buffer or image in a slot lies in memory.
std::uint32_t MemorySlots::slot_layout(std::uint32_t slot) {
    const SlotInfo& info = slot_info(slot_family::MEMORY_SLOT_IR3[slot]);
    const std::uint32_t vec4 = machine_.slot_constants != 0
                                   ? machine_.slot_constants + slot
                                   : image_layouts_vec4_ + (slot - first_image_slot_);
    std::vector<DriverParameter>& known = graph_.driver_parameters;
    const auto found =
        std::find_if(known.begin(), known.end(), [&info](const DriverParameter& parameter) {
            return parameter.name == info.name;
        });
    if (found == known.end()) {
        const SlotWords& words = machine_.slot_constants != 0 ? kWithAddress : kWithoutAddress;
        known.push_back({std::string(info.name), vec4 * 4, words.count});
    }
    return vec4 * 4;
}

// Returns the byte offset of an access in as many registers as an address has; null after a
// diagnostic.
Node* MemorySlots::place_in_slot(const nir::IntrinsicInstruction& access, const AccessParts& parts,
                                 unsigned first, const Register& slot) {
    const bool has_address = machine_.slot_constants != 0;
    const bool needs_layout = has_address || parts.coordinate != nullptr;
    if (needs_layout && slot.kind != RegisterKind::immediate) {
        refuse("a buffer or image that is chosen by a value is, on this part,");
        return nullptr;
    }
    const auto number = static_cast<std::uint32_t>(slot.value);
    if (number >= slot_family::MEMORY_SLOT_IR3.count) {
        refuse("this number of buffers and images is");
        return nullptr;
    }
    const std::uint32_t layout = needs_layout ? slot_layout(number) : 0;
    const SlotWords& words = has_address ? kWithAddress : kWithoutAddress;
    const auto given = [&](std::uint32_t word) {
        return ssa_source(selection_.append(make_copy(graph_, constant_source(layout + word))));
    };
    Node* place = nullptr;
    if (parts.coordinate == nullptr) {
        place = offsets_.offset_node(*parts.offset, 1, first, kElementBytes, access);
    } else {
        for (unsigned i = 0; i < num_coordinates(access); ++i) {
            const Register coordinate = ssa_source(component(*parts.coordinate, i));
            const Register step = given(words.steps[i]);
            place = i == 0 ? selection_.emit(role::kMultiplyStep, false, false, {coordinate, step})
                           : selection_.emit(role::kAddStep, false, false,
                                             {step, coordinate, ssa_source(place)});
        }
    }
    if (has_address) {
        place = selection_.emit(role::kAddIndex, false, false,
                                {ssa_source(place), given(words.address)});
    }
    return machine_.address_registers == 1
               ? place
               : collect(std::array{place, selection_.constant(0, false)});
}

} // namespace jacquard::ir3
