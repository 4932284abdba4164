// Loads of uniform buffers and push constants.

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/mapped_buffers.h>
#include <jacquard/ir3/compiler/select/resources/uniforms.h>

namespace jacquard::ir3 {

// Copies of constants from number `first` on; from `end` on stands nothing, so zero is as good as
// any value.
void Uniforms::set_constants(const nir::SsaDef& def, std::int64_t first, std::int64_t end) {
    for (unsigned i = 0; i < def.num_components; ++i) {
        const std::int64_t number = first + i;
        const Register source = number >= 0 && number < end
                                    ? constant_source(static_cast<std::uint32_t>(number))
                                    : immediate_source(0);
        selection_.set_node(def, i, selection_.append(make_copy(graph_, source)));
    }
}

// Whether a copy can name the constant so far behind a0.x.
bool Uniforms::reaches_constant(std::int64_t offset) const {
    const SourceInfo& source = opcode_info(graph_.revision, role::kCopy).sources[0];
    return fits_bits(static_cast<std::int32_t>(offset), source.relative_bits);
}

void Uniforms::set_relative_constants(const nir::SsaDef& def, std::int64_t first,
                                      const nir::SsaDef& index, unsigned scale) {
    const bool is_far = !reaches_constant(first + def.num_components - 1);
    Node* address = addresses_.address_of(component(index, 0), scale, is_far ? first / scale : 0);
    for (unsigned i = 0; i < def.num_components; ++i) {
        Register source;
        source.kind = RegisterKind::relative_constant;
        source.value = static_cast<std::int32_t>((is_far ? first % scale : first) + i);
        Node* copy = make_copy(graph_, source);
        copy->address = address;
        selection_.set_node(def, i, selection_.append(copy));
    }
}

void Uniforms::load_constant(const nir::IntrinsicInstruction& load) {
    const ScalarValue buffer = Selection::resolve({load.sources()[0].ssa, 0});
    const ScalarValue index = Selection::resolve({load.sources()[1].ssa, 0});
    if (load.value.bit_size != 32) {
        refuse(std::to_string(load.value.bit_size) + "-bit uniforms are");
        return;
    }
    if (!Selection::is_constant(buffer)) {
        load_uniform(load);
        return;
    }
    const bool is_known = Selection::is_constant(index);
    const std::int64_t vec4 =
        load.base() + (is_known ? static_cast<std::int32_t>(Selection::constant_bits(index)) : 0);
    const MappedConstantBuffer* mapped = mapped_part(graph_, load);
    if (mapped == nullptr) {
        load_uniform(load);
        return;
    }
    const std::int64_t start = mapped->start / kVec4Bytes;
    const std::int64_t first = (mapped->const_vec4 + vec4 - start) * 4 + load.component();
    if (is_known) {
        const bool is_inside = vec4 >= 0 && vec4 * kVec4Bytes < mapped->end;
        set_constants(load.value, first, is_inside ? first + 4 : 0);
    } else {
        set_relative_constants(load.value, first, *load.sources()[1].ssa, 4);
    }
}

void Uniforms::load_push_constant(const nir::IntrinsicInstruction& load) {
    if (load.value.bit_size != 32) {
        refuse(std::to_string(load.value.bit_size) + "-bit push constants are");
        return;
    }
    const PushConstants& push = graph_.push_constants;
    const ScalarValue offset = Selection::resolve({load.sources()[0].ssa, 0});
    const std::int64_t start = std::int64_t{push.const_vec4} * 4;
    const std::int64_t base = start + load.base() / 4;
    if (Selection::is_constant(offset)) {
        const std::int64_t first = base + Selection::constant_bits(offset) / 4;
        set_constants(load.value, first, start + push.end / 4);
        return;
    }
    Node* words = selection_.emit(role::kShiftOffset, false, false,
                                  {selection_.use(offset), selection_.immediate(2)});
    const bool is_far = !reaches_constant(base + load.value.num_components - 1);
    Node* address = addresses_.address_of(words, 1, is_far ? base : 0);
    for (unsigned i = 0; i < load.value.num_components; ++i) {
        Register source;
        source.kind = RegisterKind::relative_constant;
        source.value = static_cast<std::int32_t>((is_far ? 0 : base) + i);
        Node* copy = make_copy(graph_, source);
        copy->address = address;
        selection_.set_node(load.value, i, selection_.append(copy));
    }
}

void Uniforms::load_uniform(const nir::IntrinsicInstruction& load) {
    if (!machine_.uniform_buffer_loads) {
        numbered_.load_uniform_by_address(load);
        return;
    }
    const ScalarValue index = Selection::resolve({load.sources()[1].ssa, 0});
    Node* node = graph_.make_machine(role::kLoadUniform, 2);
    if (!descriptors_.name_buffer(*load.sources()[0].ssa, ResourceKind::uniform_buffer, *node, 1)) {
        return;
    }
    const auto base = static_cast<std::uint32_t>(load.base());
    Node* place = nullptr;
    if (Selection::is_constant(index)) {
        place = selection_.constant(Selection::constant_bits(index) + base, false);
    } else {
        place = selection_.node(index);
        if (base != 0) {
            place = selection_.emit(role::kAddIndex, false, false,
                                    {ssa_source(place), selection_.immediate(base)});
        }
    }
    node->sources()[0] = ssa_source(place);
    node->resource.component = static_cast<std::uint8_t>(load.component());
    node->type = DataType::u32;
    node->dst.kind = RegisterKind::ssa;
    node->length = static_cast<std::uint8_t>(load.value.num_components);
    node->write_mask = static_cast<std::uint16_t>((1U << node->length) - 1);
    set_components(load.value, selection_.append(node));
}

} // namespace jacquard::ir3
