#include <jacquard/tgsi/translate/instructions/stages.h>
#include <jacquard/tgsi/translate/registers/declarations.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/outputs.h>
#include <jacquard/tgsi/translate/registers/results.h>

// Instructions that only some stages have.
namespace jacquard::tgsi {

using nir::SsaDef;

namespace {

constexpr nir::AluType kInputType = {nir::BaseType::float_type, 32};

} // namespace

// The stream of an EMIT or ENDPRIM; older texts know only one.
std::optional<std::uint32_t> Stages::stream() {
    constexpr std::uint32_t kNumStreams = 4;
    const std::span<const Source> sources = program().sources(current());
    if (sources.empty()) {
        return 0;
    }
    const std::optional<std::uint32_t> given = operands_.immediate_value(sources[0]);
    if (!given || *given >= kNumStreams) {
        faults_.malformed(sources[0].reg.position,
                          "the stream must be an immediate of 0, 1, 2 or 3");
        return std::nullopt;
    }
    return given;
}

void Stages::emit_vertex() {
    if (const std::optional<std::uint32_t> given = stream()) {
        outputs_.store_outputs(static_cast<std::uint8_t>(*given));
        b().emit_vertex()->set_stream_id(*given);
    }
}

void Stages::end_primitive() {
    if (const std::optional<std::uint32_t> given = stream()) {
        b().end_primitive()->set_stream_id(*given);
    }
}

// An input at other weights than its declaration says. Flat inputs are the same everywhere.
void Stages::interpolate(Action action) {
    const Source& source = program().sources(current())[0];
    if (source.reg.file != RegisterFile::input || source.reg.index.relative) {
        faults_.malformed(source.reg.position, std::string(name_of(current().opcode)) +
                                                   " wants a register of IN that nothing chooses");
        return;
    }
    const auto number = static_cast<std::size_t>(source.reg.index.value);
    const nir::IoSlot& slot = shader().info.inputs[number];
    SsaDef* weights = nullptr;
    if (slot.interpolation != nir::Interpolation::flat) {
        const nir::Interpolation mode = slot.interpolation == nir::Interpolation::none
                                            ? nir::Interpolation::smooth
                                            : slot.interpolation;
        switch (action) {
        case Action::interpolate_at_sample: {
            SsaDef* sample = b().whole(operands_.read_source(1, 0));
            weights = &b().load_barycentric_at_sample(32, sample)->set_interp_mode(mode)->value;
            break;
        }
        case Action::interpolate_at_offset: {
            SsaDef* offset = b().vec({operands_.read_source(1, 0), operands_.read_source(1, 1)});
            weights = &b().load_barycentric_at_offset(32, offset)->set_interp_mode(mode)->value;
            break;
        }
        default: weights = &b().load_barycentric_centroid(32)->set_interp_mode(mode)->value; break;
        }
    }
    Formula formula(b(), current().destination.write_mask, operands_);
    for (unsigned c = 0; c < 4; ++c) {
        if (!formula.wants(1U << c)) {
            continue;
        }
        if (weights == nullptr) {
            formula.set(c, operands_.read_source(0, c));
            continue;
        }
        const unsigned component = source.swizzle[c];
        nir::IoSlot& used = shader().info.inputs[number];
        used.mask = static_cast<std::uint8_t>(used.mask | 1U << component);
        SsaDef* value =
            &b().load_interpolated_input(1, 32, weights, hoisted_.constant(0))
                 ->set_base(source.reg.index.value)
                 ->set_component(component)
                 ->set_dest_type(kInputType)
                 ->set_io_semantics(declarations_.slot_meaning(shader().info.inputs, number, 1))
                 ->value;
        formula.set(c, operands_.modified(source, value, OperandType::float_type));
    }
    results_.write_results(formula);
}

} // namespace jacquard::tgsi
