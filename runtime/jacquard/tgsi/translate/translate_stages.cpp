// What only some stages do: vertices of primitives and patches, emitting, interpolating elsewhere,
// asking other invocations.

#include <jacquard/tgsi/translate/translator.h>

#include <algorithm>

namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;

namespace {

constexpr nir::AluType kFloat = {nir::BaseType::float_type, 32};

} // namespace

// The word an immediate holds in the component that a source names first.
std::optional<std::uint32_t> Translator::immediate_value(const Source& source) const {
    if (source.reg.file != RegisterFile::immediate || source.reg.index.relative) {
        return std::nullopt;
    }
    return program_.immediates[static_cast<std::size_t>(source.reg.index.value)]
        .words[source.swizzle[0]];
}

nir::IoSemantics Translator::slot_meaning(const std::vector<nir::IoSlot>& slots, std::size_t number,
                                          std::size_t count) {
    const nir::IoSlot& slot = slots[number];
    return {.semantic = slot.semantic,
            .num_slots = static_cast<std::uint8_t>(count),
            .semantic_index = static_cast<std::uint16_t>(slot.semantic_index)};
}

// The number of a slot as NIR wants it: a constant base and a value to add. A chosen number past
// the last slot reads the last one instead, and the caller puts a 0 in its place.
Translator::SlotChoice Translator::choose_slot(const Index& index, std::size_t count) {
    if (!index.relative) {
        return {static_cast<std::size_t>(index.value), 1, hoisted_constant(0), nullptr};
    }
    SsaDef* number = index_value(index);
    const auto bound = static_cast<std::uint32_t>(count);
    SsaDef* in_range = b().ult(number, hoisted_constant(bound));
    return {0, count, b().umin(number, hoisted_constant(bound - 1)), in_range};
}

SsaDef* Translator::vertex_number(const Index& dimension) {
    return dimension.relative ? index_value(dimension)
                              : hoisted_constant(static_cast<std::uint32_t>(dimension.value));
}

bool Translator::has_vertices(RegisterFile file) const {
    if (file == RegisterFile::input) {
        return program_.stage == Stage::geometry || program_.stage == Stage::tessellation_control ||
               program_.stage == Stage::tessellation_evaluation;
    }
    return file == RegisterFile::output && program_.stage == Stage::tessellation_control;
}

Operand Translator::or_zero(const SlotChoice& slot, SsaDef* value) {
    return slot.in_range == nullptr ? Operand(value)
                                    : b().bcsel(slot.in_range, value, hoisted_constant(0));
}

Operand Translator::read_vertex_register(const Register& reg, unsigned component) {
    const bool is_input = reg.file == RegisterFile::input;
    std::vector<nir::IoSlot>& slots = is_input ? shader_->info.inputs : shader_->info.outputs;
    if (!has_vertices(reg.file) || slots.empty()) {
        malformed(reg.position, "registers of " + std::string(name_of(reg.file)) +
                                    " have no vertices in this stage");
        return hoisted_constant(0);
    }
    const auto mark = [&slots, component](std::size_t first, std::size_t count) {
        for (std::size_t i = first; i < first + count; ++i) {
            slots[i].mask = static_cast<std::uint8_t>(slots[i].mask | 1U << component);
        }
    };
    if (is_input && !reg.index.relative && !reg.dimension.relative) {
        const auto vertex = static_cast<std::uint32_t>(reg.dimension.value);
        const auto number = static_cast<std::uint32_t>(reg.index.value);
        const std::uint64_t key =
            std::uint64_t{vertex} << 32 | std::uint64_t{number} << 2 | component;
        SsaDef*& known = vertex_inputs_[key];
        if (known == nullptr) {
            mark(number, 1);
            SsaDef* zero = hoisted_constant(0);
            SsaDef* which = hoisted_constant(vertex);
            known = hoist([&](nir::CoreBuilder& entry) {
                return &entry.load_per_vertex_input(1, 32, which, zero)
                            ->set_base(number)
                            ->set_component(component)
                            ->set_dest_type(kFloat)
                            ->set_io_semantics(slot_meaning(slots, number, 1))
                            ->value;
            });
        }
        return known;
    }
    SsaDef* vertex = vertex_number(reg.dimension);
    const SlotChoice slot = choose_slot(reg.index, slots.size());
    mark(slot.base, slot.count);
    const nir::IoSemantics meaning = slot_meaning(slots, slot.base, slot.count);
    const auto base = static_cast<std::int64_t>(slot.base);
    SsaDef* value = is_input ? &b().load_per_vertex_input(1, 32, vertex, slot.offset)
                                    ->set_base(base)
                                    ->set_component(component)
                                    ->set_dest_type(kFloat)
                                    ->set_io_semantics(meaning)
                                    ->value
                             : &b().load_per_vertex_output(1, 32, vertex, slot.offset)
                                    ->set_base(base)
                                    ->set_component(component)
                                    ->set_dest_type(kFloat)
                                    ->set_io_semantics(meaning)
                                    ->value;
    return or_zero(slot, value);
}

// Outputs of a control shader are seen by the whole patch, so they go out and come back at once.
Operand Translator::read_patch_output(const Register& reg, unsigned component) {
    const std::vector<nir::IoSlot>& slots = shader_->info.outputs;
    const SlotChoice slot = choose_slot(reg.index, slots.size());
    return or_zero(slot, &b().load_output(1, 32, slot.offset)
                              ->set_base(static_cast<std::int64_t>(slot.base))
                              ->set_component(component)
                              ->set_dest_type(kFloat)
                              ->set_io_semantics(slot_meaning(slots, slot.base, slot.count))
                              ->value);
}

void Translator::write_patch_output(const Register& reg, unsigned component, SsaDef* value) {
    const std::vector<nir::IoSlot>& slots = shader_->info.outputs;
    const SlotChoice slot = choose_slot(reg.index, slots.size());
    const nir::IoSemantics meaning = slot_meaning(slots, slot.base, slot.count);
    const auto base = static_cast<std::int64_t>(slot.base);
    nir::IfNode* guard = slot.in_range != nullptr ? b().push_if(slot.in_range) : nullptr;
    if (reg.two_dimensional) {
        b().store_per_vertex_output(value, vertex_number(reg.dimension), slot.offset)
            ->set_base(base)
            ->set_component(component)
            ->set_write_mask(1)
            ->set_src_type(kFloat)
            ->set_io_semantics(meaning);
    } else {
        b().store_output(value, slot.offset)
            ->set_base(base)
            ->set_component(component)
            ->set_write_mask(1)
            ->set_src_type(kFloat)
            ->set_io_semantics(meaning);
    }
    if (guard != nullptr) {
        b().pop_if(guard);
    }
}

// The stream of an EMIT or ENDPRIM; older texts know only one.
std::optional<std::uint32_t> Translator::stream() {
    constexpr std::uint32_t kNumStreams = 4;
    const std::span<const Source> sources = program_.sources(*current_);
    if (sources.empty()) {
        return 0;
    }
    const std::optional<std::uint32_t> given = immediate_value(sources[0]);
    if (!given || *given >= kNumStreams) {
        malformed(sources[0].reg.position, "the stream must be an immediate of 0, 1, 2 or 3");
        return std::nullopt;
    }
    return given;
}

void Translator::emit_vertex() {
    if (const std::optional<std::uint32_t> given = stream()) {
        store_outputs(static_cast<std::uint8_t>(*given));
        b().emit_vertex()->set_stream_id(*given);
    }
}

void Translator::end_primitive() {
    if (const std::optional<std::uint32_t> given = stream()) {
        b().end_primitive()->set_stream_id(*given);
    }
}

// An input at other weights than its declaration says. Flat inputs are the same everywhere.
void Translator::interpolate(Action action) {
    const Source& source = program_.sources(*current_)[0];
    if (source.reg.file != RegisterFile::input || source.reg.index.relative) {
        malformed(source.reg.position, std::string(name_of(current_->opcode)) +
                                           " wants a register of IN that nothing chooses");
        return;
    }
    const auto number = static_cast<std::size_t>(source.reg.index.value);
    const nir::IoSlot& slot = shader_->info.inputs[number];
    SsaDef* weights = nullptr;
    if (slot.interpolation != nir::Interpolation::flat) {
        const nir::Interpolation mode = slot.interpolation == nir::Interpolation::none
                                            ? nir::Interpolation::smooth
                                            : slot.interpolation;
        switch (action) {
        case Action::interpolate_at_sample: {
            SsaDef* sample = b().whole(read_source(1, 0));
            weights = &b().load_barycentric_at_sample(32, sample)->set_interp_mode(mode)->value;
            break;
        }
        case Action::interpolate_at_offset: {
            SsaDef* offset = b().vec({read_source(1, 0), read_source(1, 1)});
            weights = &b().load_barycentric_at_offset(32, offset)->set_interp_mode(mode)->value;
            break;
        }
        default: weights = &b().load_barycentric_centroid(32)->set_interp_mode(mode)->value; break;
        }
    }
    Formula formula(b(), current_->destination.write_mask, *this);
    for (unsigned c = 0; c < 4; ++c) {
        if (!formula.wants(1U << c)) {
            continue;
        }
        if (weights == nullptr) {
            formula.set(c, read_source(0, c));
            continue;
        }
        const unsigned component = source.swizzle[c];
        nir::IoSlot& used = shader_->info.inputs[number];
        used.mask = static_cast<std::uint8_t>(used.mask | 1U << component);
        SsaDef* value = &b().load_interpolated_input(1, 32, weights, hoisted_constant(0))
                             ->set_base(source.reg.index.value)
                             ->set_component(component)
                             ->set_dest_type(kFloat)
                             ->set_io_semantics(slot_meaning(shader_->info.inputs, number, 1))
                             ->value;
        formula.set(c, modified(source, value, OperandType::float_type));
    }
    write_results(formula);
}

// All bits or none.
SsaDef* Translator::mask_of_truth(SsaDef* truth) {
    return b().bcsel(truth, hoisted_constant(~0U), hoisted_constant(0));
}

void Translator::write_truth(SsaDef* truth) {
    write_everywhere(mask_of_truth(truth));
}

void Translator::vote(nir::IntrinsicOp intrinsic) {
    const bool has_condition = formula_of(current_->opcode) != nullptr;
    SsaDef* asked = has_condition ? condition() : b().whole(read_source(0, 0));
    write_truth(&b().intrinsic(intrinsic, 1, 1, std::span(&asked, 1))->value);
}

} // namespace jacquard::tgsi
