#include <jacquard/tgsi/translate/registers/declarations.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/outputs.h>
#include <jacquard/tgsi/translate/registers/places.h>
#include <jacquard/tgsi/translate/registers/registers.h>

// Outputs.
namespace jacquard::tgsi {

using nir::SsaDef;

namespace {} // namespace

// A store of outputs may stand in front of the instruction that writes them.
void Outputs::plan_outputs() {
    output_masks_.assign(static_cast<std::size_t>(registers_.outputs().count()), 0);
    for (const Instruction& instruction : program().instructions) {
        const Register& reg = instruction.destination.reg;
        if (!instruction.has_destination || reg.file != RegisterFile::output) {
            continue;
        }
        const std::int32_t number =
            reg.index.relative ? registers_.register_in_array(reg) : reg.index.value;
        const auto [first, last] = reg.index.relative ? registers_.outputs().array_range(number)
                                                      : std::array{number, number};
        for (std::int32_t i = first; i <= last; ++i) {
            std::uint8_t& mask = output_masks_[static_cast<std::size_t>(i)];
            mask = static_cast<std::uint8_t>(mask | instruction.destination.write_mask);
        }
    }
    for (std::size_t i = 0; i < output_masks_.size(); ++i) {
        shader().info.outputs[i].mask = outputs_[i] != nullptr ? output_masks_[i] : 0;
    }
}

// Stores the outputs at the end of the program. Geometry shaders store theirs when they emit a
// vertex, control shaders when they write them.
void Outputs::finish_outputs() {
    if (program().stage != Stage::geometry && program().stage != Stage::tessellation_control) {
        store_outputs();
    }
}

// Outputs leave the shader whole; what was never written of one is 0. Only components of `stream`
// where it is given.
void Outputs::store_outputs(std::optional<std::uint8_t> stream) {
    SsaDef* zero = hoisted_.constant(0);
    for (std::int32_t i = 0; i < registers_.outputs().count(); ++i) {
        const auto number = static_cast<std::size_t>(i);
        if (outputs_[number] == nullptr) {
            continue;
        }
        unsigned mask = output_masks_[number];
        for (unsigned c = 0; c < 4 && stream; ++c) {
            mask &= outputs_[number]->streams[c] == *stream ? ~0U : ~(1U << c);
        }
        if (mask == 0) {
            continue;
        }
        std::array<nir::Operand, 4> components;
        for (unsigned c = 0; c < 4; ++c) {
            components[c] =
                (mask >> c & 1) != 0 ? registers_.outputs().load(places_.here(), i, c) : zero;
        }
        b().store_output(b().vec(components), zero)
            ->set_base(i)
            ->set_write_mask(mask)
            ->set_component(0)
            ->set_src_type({nir::BaseType::float_type, 32})
            ->set_io_semantics(declarations_.slot_meaning(shader().info.outputs, number, 1));
    }
}

void Outputs::declare() {
    declarations_.declare_slots(RegisterFile::output, outputs_, shader().info.outputs);
}

} // namespace jacquard::tgsi
