#include <jacquard/tgsi/translate/registers/declarations.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/inputs.h>

// Inputs and system values.
namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;

Operand Inputs::load_system_value(const Register& reg, Semantic semantic, unsigned component) {
    const SystemValueInfo& value = system_value_info(semantic);
    if (!value.is_for(program().stage)) {
        faults_.malformed(reg.position, "the system value " + std::string(name_of(semantic)) +
                                            " is for " + Faults::stages_text(value.stages) +
                                            " only");
        return hoisted_.constant(0);
    }
    return load_system_value(semantic, component);
}

Operand Inputs::load_system_value(Semantic semantic, unsigned component) {
    const SystemValueInfo& value = system_value_info(semantic);
    if (component >= value.components) {
        return hoisted_.constant(0);
    }
    SsaDef*& known = system_values_[static_cast<std::size_t>(semantic)];
    if (known == nullptr) {
        known = hoisted_.make([&](nir::CoreBuilder& entry) -> SsaDef* {
            const unsigned bits = value.is_truth ? 1 : 32;
            SsaDef* const zero = hoisted_.zero();
            const std::span<SsaDef* const> sources(
                &zero, nir::intrinsic_info(value.intrinsic).num_sources);
            SsaDef* loaded =
                &entry.intrinsic(value.intrinsic, value.components, bits, sources)->value;
            if (!value.is_truth) {
                return loaded;
            }
            SsaDef* none = entry.imm_int(0);
            return entry.bcsel(loaded, entry.imm_int(-1), none);
        });
    }
    return channel(known, component);
}

SsaDef* Inputs::barycentric(const Declaration& input) {
    const nir::Interpolation mode = input.interpolation == Interpolation::linear
                                        ? nir::Interpolation::noperspective
                                        : nir::Interpolation::smooth;
    const InterpolationLocation location = input.location.value_or(InterpolationLocation::center);
    const std::size_t which = static_cast<std::size_t>(mode) * kNumInterpolationLocation +
                              static_cast<std::size_t>(location);
    SsaDef*& known = barycentrics_[which];
    if (known == nullptr) {
        known = hoisted_.make([&](nir::CoreBuilder& entry) -> SsaDef* {
            switch (location) {
            case InterpolationLocation::center: break;
            case InterpolationLocation::centroid:
                return &entry.load_barycentric_centroid(32)->set_interp_mode(mode)->value;
            case InterpolationLocation::sample:
                return &entry.load_barycentric_sample(32)->set_interp_mode(mode)->value;
            }
            return &entry.load_barycentric_pixel(32)->set_interp_mode(mode)->value;
        });
    }
    return known;
}

Operand Inputs::read_input(std::int32_t index, unsigned component) {
    const auto number = static_cast<std::size_t>(index);
    Operand& known = input_values_[number][component];
    if (known.value == nullptr) {
        known = load_input(index, component);
        nir::IoSlot& slot = shader().info.inputs[number];
        slot.mask = static_cast<std::uint8_t>(slot.mask | 1U << component);
    }
    return known;
}

Operand Inputs::load_input(std::int32_t index, unsigned component) {
    const Declaration& declared = *inputs_[static_cast<std::size_t>(index)];
    const nir::IoSlot& slot = shader().info.inputs[static_cast<std::size_t>(index)];
    SsaDef* zero = hoisted_.constant(0);
    const nir::IoSemantics semantics = {.semantic = slot.semantic,
                                        .num_slots = 1,
                                        .semantic_index =
                                            static_cast<std::uint16_t>(slot.semantic_index)};
    const nir::AluType type = {nir::BaseType::float_type, 32};
    if (program().stage == Stage::fragment) {
        if (declared.semantic == Semantic::position) {
            return load_system_value(Semantic::position, component);
        }
        if (declared.semantic == Semantic::face) {
            if (component != 0) {
                return zero;
            }
            return hoisted_.make([](nir::CoreBuilder& entry) {
                SsaDef* is_front = &entry.load_front_face(1)->value;
                SsaDef* front = entry.imm_float(1.0);
                SsaDef* back = entry.imm_float(-1.0);
                return entry.bcsel(is_front, front, back);
            });
        }
        if (slot.interpolation != nir::Interpolation::flat) {
            SsaDef* weights = barycentric(declared);
            return hoisted_.make([&](nir::CoreBuilder& entry) {
                return &entry.load_interpolated_input(1, 32, weights, zero)
                            ->set_base(index)
                            ->set_component(component)
                            ->set_dest_type(type)
                            ->set_io_semantics(semantics)
                            ->value;
            });
        }
    }
    return hoisted_.make([&](nir::CoreBuilder& entry) {
        return &entry.load_input(1, 32, zero)
                    ->set_base(index)
                    ->set_component(component)
                    ->set_dest_type(type)
                    ->set_io_semantics(semantics)
                    ->value;
    });
}

void Inputs::declare() {
    declarations_.declare_slots(RegisterFile::input, inputs_, shader().info.inputs);
    input_values_.resize(inputs_.size());
}

} // namespace jacquard::tgsi
