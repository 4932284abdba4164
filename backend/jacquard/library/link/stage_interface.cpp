#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/library/link/stage_interface.h>
#include <jacquard/nir/ir/feedback.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace jacquard::driver {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;

// An access to an input or output, and the slots of the list that it may mean.
struct SlotAccess {
    IntrinsicInstruction* access = nullptr;
    std::size_t first = 0;
    std::size_t end = 0;
    bool is_chosen = false; // a value says which of them
};

std::optional<SlotAccess> slot_access(IntrinsicInstruction& access, std::size_t listed) {
    const nir::MemoryAccess* memory = nir::memory_access(access.op);
    if (memory == nullptr || memory->info().addressing != nir::Addressing::slot ||
        !access.has_base()) {
        return std::nullopt;
    }
    SlotAccess result{&access};
    result.first = static_cast<std::size_t>(access.base());
    const auto offset =
        memory->offset_source < 0
            ? std::span<const nir::ConstantValue>()
            : nir::constant_components(
                  *access.sources()[static_cast<std::size_t>(memory->offset_source)].ssa);
    result.is_chosen = offset.empty();
    if (result.is_chosen) {
        const std::size_t slots = access.has_io_semantics() ? access.io_semantics().num_slots : 0;
        result.end = slots != 0 ? result.first + slots : listed;
    } else {
        result.first += offset[0].u32;
        result.end = result.first + 1;
    }
    result.first = std::min(result.first, listed);
    result.end = std::min(result.end, listed);
    return result;
}

// Calls visit(SlotAccess, written) for each access of a shader to its inputs or outputs.
template <typename Visit>
void for_each_access(nir::Shader& shader, const std::vector<nir::IoSlot>& slots, bool outputs,
                     const Visit& visit) {
    for (nir::Function& function : shader.functions()) {
        for (nir::Block& block : function.blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                auto* intrinsic = instruction.as<IntrinsicInstruction>();
                if (intrinsic == nullptr) {
                    continue;
                }
                const std::optional<SlotAccess> access = slot_access(*intrinsic, slots.size());
                if (access && (nir::memory_access(intrinsic->op)->info().written !=
                               nir::Written::never) == outputs) {
                    visit(*access);
                }
            }
        }
    }
}

// Calls visit(VaryingComponent, component of the value) for each component that an access reaches.
template <typename Visit>
void for_each_component(const SlotAccess& slots, const std::vector<nir::IoSlot>& listed,
                        const nir::SsaDef& value, const Visit& visit) {
    const unsigned first = slots.access->has_component() ? slots.access->component() : 0;
    const unsigned words = value.bit_size == 64 ? 2 : 1;
    for (std::size_t slot = slots.first; slot < slots.end; ++slot) {
        for (unsigned i = 0; i < value.num_components * words; ++i) {
            const unsigned place = first + i; // beyond 3: in the slots that follow
            const std::size_t number = slot + place / kSlotComponents;
            if (number < listed.size()) {
                visit(VaryingComponent{listed[number].semantic, listed[number].semantic_index,
                                       static_cast<std::uint8_t>(place % kSlotComponents)},
                      number, i / words);
            }
        }
    }
}

// Opens the components that a transform feedback captures.
void open_captured(const nir::Shader& shader, WrittenComponents& components) {
    const nir::ShaderProperty* property = shader.info.property(nir::kFeedbackProperty);
    if (property == nullptr) {
        return;
    }
    constexpr std::size_t kWords = std::tuple_size_v<nir::FeedbackWords>;
    for (std::size_t i = 0; i + kWords <= property->values.size(); i += kWords) {
        const std::uint32_t* words = property->values.data() + i;
        for (std::uint32_t c = 0; c < words[3]; ++c) {
            const auto captured = components.find({static_cast<nir::Semantic>(words[0]), words[1],
                                                   static_cast<std::uint8_t>(words[2] + c)});
            if (captured != components.end()) {
                captured->second.is_open = true;
            }
        }
    }
}

bool feeds_back(const IntrinsicInstruction& store) {
    return store.index_value(nir::IndexKind::io_xfb) != 0 ||
           store.index_value(nir::IndexKind::io_xfb2) != 0;
}

bool can_take_another_slot(IntrinsicOp load) {
    return load == IntrinsicOp::load_input || load == IntrinsicOp::load_interpolated_input ||
           load == IntrinsicOp::load_per_vertex_input || load == IntrinsicOp::load_input_vertex;
}

} // namespace

WrittenComponents written_components(nir::Shader& shader) {
    WrittenComponents components;
    const std::vector<nir::IoSlot>& listed = shader.info.outputs;
    for_each_access(shader, listed, true, [&](const SlotAccess& slots) {
        IntrinsicInstruction& access = *slots.access;
        const bool is_store = !access.info().has_dest;
        const auto source = static_cast<std::size_t>(
            std::max<std::int8_t>(nir::memory_access(access.op)->value_source, 0));
        nir::SsaDef& value = is_store ? *access.sources()[source].ssa : access.value;
        const bool is_open = access.op != IntrinsicOp::store_output || slots.is_chosen ||
                             value.bit_size == 64 || feeds_back(access);
        for_each_component(
            slots, listed, value, [&](VaryingComponent component, std::size_t, unsigned of_value) {
                if (is_store && (access.write_mask() >> of_value & 1) == 0) {
                    return;
                }
                WrittenComponent& written = components[component];
                written.is_open = written.is_open || is_open;
                written.stores.push_back({&access, &value, static_cast<std::uint8_t>(of_value)});
            });
    });
    open_captured(shader, components);
    return components;
}

ReadComponents read_components(nir::Shader& shader) {
    ReadComponents components;
    const std::vector<nir::IoSlot>& listed = shader.info.inputs;
    for_each_access(shader, listed, false, [&](const SlotAccess& slots) {
        IntrinsicInstruction& access = *slots.access;
        const bool is_open =
            !can_take_another_slot(access.op) || slots.is_chosen || access.value.bit_size == 64;
        // The components of this one are what a vertex gave and the differences to the others.
        const bool is_whole = access.op == IntrinsicOp::load_fs_input_interp_deltas;
        const auto read = [&](VaryingComponent component, std::size_t number, unsigned) {
            ReadComponent& made = components[component];
            made.is_open = made.is_open || is_open;
            made.interpolation = listed[number].interpolation;
            made.location = listed[number].location;
            if (made.loads.empty() || made.loads.back() != &access) {
                made.loads.push_back(&access);
            }
        };
        if (is_whole && slots.first < slots.end) {
            read({listed[slots.first].semantic, listed[slots.first].semantic_index,
                  static_cast<std::uint8_t>(access.component())},
                 slots.first, 0);
        } else {
            for_each_component(slots, listed, access.value, read);
        }
    });
    return components;
}

namespace {

template <typename Components>
void list_components(std::vector<nir::IoSlot>& slots, const Components& components) {
    for (nir::IoSlot& slot : slots) {
        if (!is_plain({slot.semantic, slot.semantic_index, 0})) {
            continue; // what has a meaning of its own is not only loaded and stored
        }
        slot.mask = 0;
        for (std::uint8_t c = 0; c < kSlotComponents; ++c) {
            if (components.contains({slot.semantic, slot.semantic_index, c})) {
                slot.mask = static_cast<std::uint8_t>(slot.mask | 1U << c);
            }
        }
    }
}

} // namespace

void list_accessed_components(nir::Shader& shader) {
    list_components(shader.info.inputs, read_components(shader));
    list_components(shader.info.outputs, written_components(shader));
}

} // namespace jacquard::driver
