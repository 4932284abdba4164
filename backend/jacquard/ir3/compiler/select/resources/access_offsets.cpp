// This part computes the offsets of accesses to memory in the units of their instructions: bytes or
// elements.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/access_offsets.h>

#include <bit>

namespace jacquard::ir3 {

namespace {

// Sums and terms that are looked at. Beyond that, shifting the sum takes less; and where sums are
// terms of other sums more than once, their number may double with each.
constexpr unsigned kMostSteps = 32;

// Whether a distance in bytes is a sum of what is shifted and of constants, all of them whole
// elements; `steps` may be taken to find out.
bool counts_elements(const ScalarValue& bytes, unsigned unit, unsigned& steps) {
    if (steps == 0) {
        return false;
    }
    --steps;
    if (Selection::is_constant(bytes)) {
        return Selection::constant_bits(bytes) % unit == 0;
    }
    const auto* alu = bytes.def->instruction->as<nir::AluInstruction>();
    if (alu == nullptr) {
        return false;
    }
    const AluScalar scalar{alu, bytes.component};
    if (alu->opcode == nir::core::iadd) {
        return counts_elements(Selection::source(scalar, 0), unit, steps) &&
               counts_elements(Selection::source(scalar, 1), unit, steps);
    }
    if (alu->opcode != nir::core::ishl) {
        return false;
    }
    const ScalarValue shift = Selection::source(scalar, 1);
    return Selection::is_constant(shift) &&
           (Selection::constant_bits(shift) & 31U) >= static_cast<unsigned>(std::countr_zero(unit));
}

} // namespace

// Returns the offset of an access in units of `unit` bytes, `first` components of `bytes` further
// on.
Node* AccessOffsets::offset_node(const nir::SsaDef& offset, unsigned unit, unsigned first,
                                 unsigned bytes, const nir::IntrinsicInstruction& access) {
    const ScalarValue value = Selection::resolve({&offset, 0});
    const std::uint32_t added =
        first * bytes + (access.has_base() ? static_cast<std::uint32_t>(access.base()) : 0U);
    if (Selection::is_constant(value)) {
        return selection_.constant((Selection::constant_bits(value) + added) / unit, false);
    }
    Node* place = element_of(value, unit);
    if (place == nullptr) {
        place = selection_.emit(
            role::kShiftOffset, false, false,
            {selection_.use(value),
             selection_.immediate(static_cast<std::uint32_t>(std::countr_zero(unit)))});
    }
    return added == 0 ? place
                      : selection_.emit(role::kAddIndex, false, false,
                                        {ssa_source(place), selection_.immediate(added / unit)});
}

// Returns the index of an access by address, `first` components after the given element, in the
// unit of the instruction: words or bytes.
Node* AccessOffsets::index_node(Opcode opcode, const nir::SsaDef& elements, unsigned first,
                                unsigned bits) {
    Node* index = component(elements, 0);
    if (first != 0) {
        index = selection_.emit(role::kAddIndex, false, false,
                                {ssa_source(index), selection_.immediate(first)});
    }
    if (!has_property(graph_.revision, opcode, property_byte_index)) {
        return index;
    }
    const auto shift = static_cast<std::uint32_t>(std::countr_zero(bits / 8));
    return selection_.emit(role::kShiftIndex, false, false,
                           {ssa_source(index), selection_.immediate(shift)});
}

// Returns the offset of an access whose instruction adds a displacement to the register. The
// displacement takes as much of the constant part of the offset as fits.
Node* AccessOffsets::displaced_node(const nir::SsaDef& offset, unsigned bits, unsigned more,
                                    const nir::IntrinsicInstruction& access,
                                    std::int16_t& displacement) {
    std::int64_t added = std::int64_t{more} + (access.has_base() ? access.base() : 0);
    const std::int64_t limit = std::int64_t{1} << (bits - 1);
    const auto fits = [limit](std::int64_t number) { return number >= -limit && number < limit; };
    ScalarValue value = Selection::resolve({&offset, 0});
    while (const auto* alu = value.def->instruction->as<nir::AluInstruction>()) {
        if (alu->opcode != nir::core::iadd) {
            break;
        }
        const AluScalar sum{alu, value.component};
        const ScalarValue left = Selection::source(sum, 0);
        const ScalarValue right = Selection::source(sum, 1);
        const bool is_left = Selection::is_constant(left);
        if (is_left == Selection::is_constant(right)) {
            break;
        }
        const auto constant =
            static_cast<std::int32_t>(Selection::constant_bits(is_left ? left : right));
        if (!fits(added + constant)) {
            break;
        }
        added += constant;
        value = Selection::resolve(is_left ? right : left);
    }
    if (!fits(added) || Selection::is_constant(value)) {
        return offset_node(offset, 1, more, 1, access);
    }
    displacement = static_cast<std::int16_t>(added);
    return selection_.node(value);
}

// The number of the element at a distance; null where it is not counted in them. Distances do not
// wrap around.
Node* AccessOffsets::element_of(const ScalarValue& bytes, unsigned unit) {
    if (unit == 1) {
        return selection_.node(bytes);
    }
    unsigned steps = kMostSteps;
    if (!counts_elements(bytes, unit, steps)) {
        return nullptr;
    }
    if (Selection::is_constant(bytes)) {
        return selection_.constant(Selection::constant_bits(bytes) / unit, false);
    }
    const auto* alu = bytes.def->instruction->as<nir::AluInstruction>();
    if (alu->opcode == nir::core::iadd) {
        const AluScalar scalar{alu, bytes.component};
        Node* left = element_of(Selection::source(scalar, 0), unit);
        Node* right = element_of(Selection::source(scalar, 1), unit);
        return selection_.emit(role::kAddIndex, false, false,
                               {ssa_source(left), ssa_source(right)});
    }
    const ScalarValue number = Selection::source({alu, bytes.component}, 0);
    const ScalarValue shift = Selection::source({alu, bytes.component}, 1);
    const std::uint32_t by = Selection::constant_bits(shift) & 31U;
    const auto less = static_cast<std::uint32_t>(std::countr_zero(unit));
    if (by == less) {
        return selection_.node(number);
    }
    return selection_.emit(role::kShiftIndex, false, false,
                           {selection_.use(number), selection_.immediate(by - less)});
}

unsigned num_coordinates(const nir::IntrinsicInstruction& access) {
    const auto dim = access.image_dim();
    const unsigned count = nir::texture_dim_info(dim).coord_components;
    return dim == nir::TextureDim::dim_cube ? 3 : count + (access.image_array() ? 1U : 0U);
}

} // namespace jacquard::ir3
