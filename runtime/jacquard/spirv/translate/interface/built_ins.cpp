#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/spirv/translate/interface/built_ins.h>
#include <jacquard/spirv/translate/interface/feedback.h>
#include <jacquard/spirv/translate/interface/modes.h>
#include <jacquard/spirv/translate/interface/varyings.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

// Built-in variables.
namespace jacquard::spirv {

void BuiltIns::declare_built_in(std::uint32_t id, std::uint32_t number, Pointer& made) {
    const BuiltInFacts* facts = find_built_in(number);
    const Type& pointee = *made.pointee;
    const bool is_input = made.storage == StorageClass::Input;
    const bool is_loaded =
        is_input && facts != nullptr && (facts->load.has_value() || facts->always.has_value());
    if (facts == nullptr || (!is_loaded && !facts->varying)) {
        const Enumerant* name = find_enumerant(OperandKind::built_in, number);
        unsupported("the built-in " + std::string(name != nullptr ? name->name : "?") + " is");
    }
    if (is_loaded) {
        made.modes = nir::VariableMode::shader_temp;
        made.variable =
            shader().add_variable(made.modes, types_.nir_type(pointee), annotations_.name_of(id));
        built_in_inputs_.push_back({facts, &pointee, made});
        return;
    }
    const bool per_vertex =
        varyings_.is_per_vertex(id, is_input) && pointee.kind == TypeKind::array &&
        (pointee.element->kind == TypeKind::array || facts->built_in == BuiltIn::Position ||
         facts->built_in == BuiltIn::PointSize);
    made.variable =
        varyings_.interface_variable(pointee, is_input, per_vertex, annotations_.name_of(id));
    varyings_.take_interpolation(*made.variable, id, DecorationFact::kWhole);
    varyings_.place_built_in(*made.variable, *facts);
    InterfacePlace place;
    place.is_input = is_input;
    feedback_.take_feedback_facts(id, DecorationFact::kWhole, place);
    feedback_.note_feedback(*made.variable, place);
}

// Tells where an invocation of a work group is if four in a row are a square of two by two. Returns
// null for what does not tell where it is.
nir::SsaDef* BuiltIns::place_in_quads(nir::IntrinsicOp op) {
    using nir::IntrinsicOp;
    if (op != IntrinsicOp::load_local_invocation_id &&
        op != IntrinsicOp::load_local_invocation_index &&
        op != IntrinsicOp::load_global_invocation_id) {
        return nullptr;
    }
    const auto [width, height, depth] = modes_.local_size();
    if (width % 2 != 0 || height % 2 != 0) {
        malformed("squares of two by two invocations do not fill a work group of " +
                  std::to_string(width) + " by " + std::to_string(height));
    }
    const auto number = [&](std::uint32_t value) { return b().imm_int(value); };
    SsaDef* row = &b().intrinsic(IntrinsicOp::load_local_invocation_index, 1, 32, {})->value;
    SsaDef* quad = b().ushr(row, number(2));
    SsaDef* in_x = b().iand(row, number(1));
    SsaDef* two = number(2);
    SsaDef* x = b().imul(b().alu(nir::Opcode::umod, {quad, number(width / 2)}), two);
    x = b().iadd(x, in_x);
    SsaDef* one = number(1);
    SsaDef* in_y = b().iand(b().ushr(row, number(1)), one);
    two = number(2);
    SsaDef* y = b().imul(b().alu(nir::Opcode::udiv, {quad, number(width / 2)}), two);
    y = b().iadd(y, in_y);
    if (op == IntrinsicOp::load_local_invocation_index) {
        return b().iadd(b().imul(y, number(width)), x);
    }
    SsaDef* place = b().vec({x, b().alu(nir::Opcode::umod, {y, number(height)}),
                             b().alu(nir::Opcode::udiv, {y, number(height)})});
    if (op == IntrinsicOp::load_local_invocation_id) {
        return place;
    }
    SsaDef* group = &b().intrinsic(IntrinsicOp::load_workgroup_id, 3, 32, {})->value;
    SsaDef* size = b().vec({number(width), number(height), number(depth)});
    return b().iadd(b().imul(group, size), place);
}

void BuiltIns::load_built_ins() {
    for (const BuiltInInput& input : built_in_inputs_) {
        const Type& type = *input.type;
        const auto read = [&](nir::IntrinsicOp op, unsigned components, unsigned bits) {
            if (SsaDef* place = modes_.groups_quads() ? place_in_quads(op) : nullptr) {
                return place;
            }
            const unsigned own = nir::intrinsic_info(op).dest_components;
            const unsigned wanted = own != 0 ? own : components;
            return &b().intrinsic(op, wanted, bits, {})->value;
        };
        const Type* scalar = &type;
        while (scalar->kind == TypeKind::array) {
            scalar = scalar->element;
        }
        if (!scalar->is_vector_or_scalar() ||
            (type.kind == TypeKind::array && type.element->kind == TypeKind::array)) {
            unsupported("a built-in of this type is");
        }
        const unsigned count = type.kind == TypeKind::array ? type.count : type.components();
        const unsigned bits = scalar->scalar.bit_size == 1 ? 1 : 32;
        SsaDef* loaded = input.facts->always ? b().imm_int(*input.facts->always, bits)
                                             : read(*input.facts->load, count, bits);
        if (input.facts->added) {
            loaded = b().iadd(loaded, read(*input.facts->added, count, bits));
        }
        if (input.facts->times) {
            loaded = b().imul(loaded, read(*input.facts->times, count, bits));
        }
        const auto component = [&](unsigned c) -> SsaDef* {
            if (c >= loaded->num_components) {
                return b().imm_bits(0, loaded->bit_size);
            }
            return b().whole(nir::channel(loaded, c));
        };
        if (type.kind == TypeKind::array) {
            for (std::uint32_t i = 0; i < type.count && i < 32; ++i) {
                const Value& element = values_.made(*type.element, component(i));
                memory_.store(pointers_.part(input.pointer, i), element, nir::Access::nothing);
            }
            continue;
        }
        std::vector<nir::Operand> components;
        for (unsigned c = 0; c < type.components(); ++c) {
            SsaDef* one = component(c);
            const unsigned wanted = type.scalar.bit_size;
            components.emplace_back(one->bit_size == wanted ? one
                                    : wanted == 1 ? b().ine(one, b().imm_bits(0, one->bit_size))
                                                  : widths_.as_width(one, wanted));
        }
        memory_.store(input.pointer, values_.made(type, b().vec(components)), nir::Access::nothing);
    }
}

} // namespace jacquard::spirv
