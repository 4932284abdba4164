#include <jacquard/tgsi/translate/registers/declarations.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/formula.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/registers.h>
#include <jacquard/tgsi/translate/registers/vertices.h>

// Inputs and outputs of the vertices of primitives and patches.
namespace jacquard::tgsi {

using nir::Operand;
using nir::SsaDef;

namespace {

constexpr nir::AluType kFloat = {nir::BaseType::float_type, 32};

} // namespace

// Returns whether a register that exists for each vertex names its vertex, and reports a fault
// otherwise.
bool Vertices::check_vertex(const Register& reg) {
    if (!has_vertices(reg.file) || reg.index.relative) {
        return true;
    }
    const Declaration* declared = registers_.declaration_of(reg);
    if (declared == nullptr || !declared->per_vertex) {
        return true;
    }
    faults_.malformed(reg.position,
                      "this register of " + std::string(name_of(reg.file)) +
                          " is there for each vertex; it needs the number of one in front");
    return false;
}

// The number of a slot as NIR wants it: a constant base and a value to add. A chosen number past
// the last slot reads the last one instead, and the caller puts a 0 in its place.
SlotChoice Vertices::choose_slot(const Index& index, std::size_t count) {
    if (!index.relative) {
        return {static_cast<std::size_t>(index.value), 1, hoisted_.constant(0), nullptr};
    }
    SsaDef* number = indices_.index_value(index);
    const auto bound = static_cast<std::uint32_t>(count);
    SsaDef* in_range = b().ult(number, hoisted_.constant(bound));
    return {0, count, b().umin(number, hoisted_.constant(bound - 1)), in_range};
}

SsaDef* Vertices::vertex_number(const Index& dimension) {
    return dimension.relative ? indices_.index_value(dimension)
                              : hoisted_.constant(static_cast<std::uint32_t>(dimension.value));
}

bool Vertices::has_vertices(RegisterFile file) const {
    if (file == RegisterFile::input) {
        return program().stage == Stage::geometry ||
               program().stage == Stage::tessellation_control ||
               program().stage == Stage::tessellation_evaluation;
    }
    return file == RegisterFile::output && program().stage == Stage::tessellation_control;
}

Operand Vertices::or_zero(const SlotChoice& slot, SsaDef* value) {
    return slot.in_range == nullptr ? Operand(value)
                                    : b().bcsel(slot.in_range, value, hoisted_.constant(0));
}

Operand Vertices::read_vertex_register(const Register& reg, unsigned component) {
    const bool is_input = reg.file == RegisterFile::input;
    std::vector<nir::IoSlot>& slots = is_input ? shader().info.inputs : shader().info.outputs;
    if (!has_vertices(reg.file) || slots.empty()) {
        faults_.malformed(reg.position, "registers of " + std::string(name_of(reg.file)) +
                                            " have no vertices in this stage");
        return hoisted_.constant(0);
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
            SsaDef* zero = hoisted_.constant(0);
            SsaDef* which = hoisted_.constant(vertex);
            known = hoisted_.make([&](nir::CoreBuilder& entry) {
                return &entry.load_per_vertex_input(1, 32, which, zero)
                            ->set_base(number)
                            ->set_component(component)
                            ->set_dest_type(kFloat)
                            ->set_io_semantics(declarations_.slot_meaning(slots, number, 1))
                            ->value;
            });
        }
        return known;
    }
    SsaDef* vertex = vertex_number(reg.dimension);
    const SlotChoice slot = choose_slot(reg.index, slots.size());
    mark(slot.base, slot.count);
    const nir::IoSemantics meaning = declarations_.slot_meaning(slots, slot.base, slot.count);
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
Operand Vertices::read_patch_output(const Register& reg, unsigned component) {
    const std::vector<nir::IoSlot>& slots = shader().info.outputs;
    const SlotChoice slot = choose_slot(reg.index, slots.size());
    return or_zero(slot,
                   &b().load_output(1, 32, slot.offset)
                        ->set_base(static_cast<std::int64_t>(slot.base))
                        ->set_component(component)
                        ->set_dest_type(kFloat)
                        ->set_io_semantics(declarations_.slot_meaning(slots, slot.base, slot.count))
                        ->value);
}

void Vertices::write_patch_output(const Register& reg, unsigned component, SsaDef* value) {
    const std::vector<nir::IoSlot>& slots = shader().info.outputs;
    const SlotChoice slot = choose_slot(reg.index, slots.size());
    const nir::IoSemantics meaning = declarations_.slot_meaning(slots, slot.base, slot.count);
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

} // namespace jacquard::tgsi
