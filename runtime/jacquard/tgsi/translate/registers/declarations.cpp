#include <jacquard/tgsi/translate/registers/declarations.h>
#include <jacquard/tgsi/translate/registers/faults.h>

#include <algorithm>

// Properties, and slots of inputs and outputs.
namespace jacquard::tgsi {

namespace {

// More inputs, outputs or array elements than any hardware has are refused, so that a short text
// cannot ask for a large program.
constexpr std::int32_t kMostSlots = 64;

nir::Interpolation nir_interpolation(Interpolation interpolation) {
    switch (interpolation) {
    case Interpolation::constant: return nir::Interpolation::flat;
    case Interpolation::linear: return nir::Interpolation::noperspective;
    case Interpolation::perspective: break;
    case Interpolation::color: return nir::Interpolation::none; // state beside the shader says it
    }
    return nir::Interpolation::smooth;
}

nir::InterpolationLocation nir_location(InterpolationLocation location) {
    switch (location) {
    case InterpolationLocation::center: break;
    case InterpolationLocation::centroid: return nir::InterpolationLocation::centroid;
    case InterpolationLocation::sample: return nir::InterpolationLocation::sample;
    }
    return nir::InterpolationLocation::center;
}

} // namespace

void Declarations::declare_properties() {
    for (const PropertySetting& setting : program().properties) {
        if (!is_supported(setting.property) && !setting.values.empty() && setting.values[0] != 0) {
            faults_.not_supported(setting.position,
                                  "the property " + std::string(name_of(setting.property)));
        }
        shader().info.properties.push_back(
            {.name = std::string(name_of(setting.property)), .values = setting.values});
    }
}

void Declarations::declare_slots(RegisterFile file, PoolVector<const Declaration*>& by_number,
                                 std::vector<nir::IoSlot>& slots) {
    std::size_t count = 0;
    for (const Declaration& declared : program().declarations) {
        if (declared.file != file) {
            continue;
        }
        if (declared.last >= kMostSlots) {
            faults_.not_supported(declared.position, "a shader with more than " +
                                                         std::to_string(kMostSlots) +
                                                         " inputs or outputs");
            return;
        }
        count = std::max(count, static_cast<std::size_t>(declared.last) + 1);
    }
    by_number.resize(count);
    slots.resize(count, {.mask = 0});
    for (const Declaration& declared : program().declarations) {
        if (declared.file != file) {
            continue;
        }
        for (std::int32_t i = declared.first; i <= declared.last; ++i) {
            const auto number = static_cast<std::size_t>(i);
            by_number[number] = &declared;
            nir::IoSlot& slot = slots[number];
            slot.semantic = nir_semantic(declared.semantic.value_or(Semantic::generic));
            // Vertex inputs have no semantic: their number says which they are.
            slot.semantic_index = static_cast<std::uint32_t>(
                declared.semantic ? declared.semantic_index + (i - declared.first) : i);
            slot.invariant = declared.invariant;
            if (file == RegisterFile::input && program().stage == Stage::fragment) {
                slot.interpolation =
                    nir_interpolation(declared.interpolation.value_or(Interpolation::constant));
                slot.location =
                    nir_location(declared.location.value_or(InterpolationLocation::center));
            }
        }
    }
}

nir::IoSemantics Declarations::slot_meaning(const std::vector<nir::IoSlot>& slots,
                                            std::size_t number, std::size_t count) {
    const nir::IoSlot& slot = slots[number];
    return {.semantic = slot.semantic,
            .num_slots = static_cast<std::uint8_t>(count),
            .semantic_index = static_cast<std::uint16_t>(slot.semantic_index)};
}

} // namespace jacquard::tgsi
