#include <jacquard/spirv/translate/groups/atomics.h>
#include <jacquard/spirv/translate/groups/subgroups.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

// Operations among the invocations of a subgroup or quad.
namespace jacquard::spirv {

void Subgroups::translate_interpolate() {
    const Pointer& from = pointers_.pointer(word(0));
    if (from.modes != nir::VariableMode::shader_in || !from.pointee->is_vector_or_scalar() ||
        now().type != from.pointee) {
        malformed("only inputs are interpolated");
    }
    // A component is picked from its vector, which is interpolated whole.
    const auto op = static_cast<nir::IntrinsicOp>(now().info->fact);
    Pointer whole = from;
    const nir::DerefInstruction* named = pointers_.deref(from);
    const nir::DerefInstruction* parent = named->parent_deref();
    const bool is_component = parent != nullptr && parent->type->is_vector_or_scalar();
    if (is_component) {
        whole.path = from.path->before;
    }
    nir::DerefInstruction* place = pointers_.deref(whole);
    std::vector<SsaDef*> sources = {&place->value};
    if (op != nir::IntrinsicOp::interp_deref_at_centroid) {
        sources.push_back(values_.operand_def(1));
    }
    SsaDef* all =
        &b().intrinsic(op, place->type->num_components, place->type->scalar.bit_size, sources)
             ->value;
    if (is_component) {
        const Step& last = *from.path;
        SsaDef* chosen = b().whole(nir::channel(all, 0));
        for (unsigned c = 1; c < all->num_components; ++c) {
            SsaDef* index = last.index != nullptr ? last.index : b().imm_int(last.number);
            chosen = b().bcsel(b().ieq(index, b().imm_int(c)), nir::channel(all, c), chosen);
        }
        all = chosen;
    }
    all = widths_.in_width(all, now().type->scalar);
    values_.define(all);
}

void Subgroups::check_scope() {
    if (now().info->has(HandlingFlag::scope) &&
        atomics_.scope_of(word(0)) != nir::Scope::subgroup) {
        unsupported("operations among all invocations of a work group are");
    }
}

void Subgroups::translate_subgroup() {
    check_scope();
    const auto op = static_cast<nir::IntrinsicOp>(now().info->fact);
    const nir::IntrinsicInfo& info = nir::intrinsic_info(op);
    const std::size_t first = now().info->has(HandlingFlag::scope) ? 1 : 0;
    if (now().words.size() < first + info.num_sources || !now().type->is_vector_or_scalar()) {
        malformed("it has too few operands, or its type is not a vector");
    }
    std::vector<SsaDef*> sources;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        SsaDef* source = values_.operand_def(first + i);
        const int wanted = info.source_components[i];
        if (wanted > 0 && source->num_components != static_cast<unsigned>(wanted)) {
            malformed("an operand has " + std::to_string(source->num_components) +
                      " components and not " + std::to_string(wanted));
        }
        // Numbers of invocations are 32 bits wide.
        sources.push_back(i > 0 && source->bit_size != 32 ? widths_.as_width(source, 32) : source);
    }
    if (info.dest_components == 0 && info.num_sources != 0 && info.source_components[0] == 0 &&
        sources[0]->num_components != now().type->components()) {
        malformed("its operand is not like its result");
    }
    // The count that the table leaves open is the result's, or that of what it is made from.
    const unsigned count = info.dest_components == 0 || sources.empty()
                               ? now().type->components()
                               : sources[0]->num_components;
    values_.define(*b().intrinsic(op, count, now().type->scalar.bit_size, sources));
}

void Subgroups::translate_vote_equal() {
    check_scope();
    const Value& given = values_.operand(now().info->has(HandlingFlag::scope) ? 1 : 0);
    if (given.def == nullptr) {
        malformed("its operand is not a scalar or vector");
    }
    values_.define(given.type->scalar.base == nir::BaseType::float_type
                       ? &b().vote_feq(1, given.def)->value
                       : &b().vote_ieq(1, given.def)->value);
}

void Subgroups::translate_ballot_count() {
    if (atomics_.scope_of(word(0)) != nir::Scope::subgroup) {
        unsupported("operations among all invocations of a work group are");
    }
    SsaDef* mask = values_.operand_def(2);
    if (mask->num_components != 4 || mask->bit_size != 32) {
        malformed("a ballot has 4 components of 32 bits");
    }
    switch (static_cast<GroupOperation>(word(1))) {
    case GroupOperation::Reduce: values_.define(*b().ballot_bit_count_reduce(32, mask)); break;
    case GroupOperation::InclusiveScan:
        values_.define(*b().ballot_bit_count_inclusive(32, mask));
        break;
    case GroupOperation::ExclusiveScan:
        values_.define(*b().ballot_bit_count_exclusive(32, mask));
        break;
    default: malformed("bits of a ballot are not counted so");
    }
}

void Subgroups::translate_quad_swap() {
    SsaDef* given = values_.operand_def(1);
    const unsigned count = given->num_components;
    const unsigned bits = given->bit_size;
    switch (constants_.constant_number(word(2))) {
    case 0: values_.define(*b().quad_swap_horizontal(count, bits, given)); break;
    case 1: values_.define(*b().quad_swap_vertical(count, bits, given)); break;
    case 2: values_.define(*b().quad_swap_diagonal(count, bits, given)); break;
    default: malformed("the direction of a swap is 0, 1 or 2");
    }
}

void Subgroups::translate_quad_truths() {
    SsaDef* given = values_.operand_def(0);
    if (given->bit_size != 1 || given->num_components != 1) {
        malformed("its operand is not a truth");
    }
    const auto opcode = static_cast<nir::Opcode>(now().info->fact);
    SsaDef* row = b().alu(opcode, {given, &b().quad_swap_horizontal(1, 1, given)->value});
    values_.define(b().alu(opcode, {row, &b().quad_swap_vertical(1, 1, row)->value}));
}

void Subgroups::translate_reduce() {
    if (atomics_.scope_of(word(0)) != nir::Scope::subgroup) {
        unsupported("operations among all invocations of a work group are");
    }
    SsaDef* given = values_.operand_def(2);
    const auto opcode = static_cast<nir::Opcode>(now().info->fact);
    const unsigned count = given->num_components;
    const unsigned bits = given->bit_size;
    switch (static_cast<GroupOperation>(word(1))) {
    case GroupOperation::Reduce:
    case GroupOperation::ClusteredReduce: {
        const bool is_clustered =
            static_cast<GroupOperation>(word(1)) == GroupOperation::ClusteredReduce;
        const std::uint64_t size = is_clustered ? constants_.constant_number(word(3)) : 0;
        if (is_clustered && (size == 0 || size > 128 || (size & (size - 1)) != 0)) {
            malformed("the size of a cluster is a power of two up to 128");
        }
        nir::IntrinsicInstruction* made = b().reduce(count, bits, given);
        made->set_reduction_op(opcode);
        made->set_cluster_size(static_cast<std::uint32_t>(size));
        values_.define(*made);
        break;
    }
    case GroupOperation::InclusiveScan: {
        nir::IntrinsicInstruction* made = b().inclusive_scan(count, bits, given);
        made->set_reduction_op(opcode);
        values_.define(*made);
        break;
    }
    case GroupOperation::ExclusiveScan: {
        nir::IntrinsicInstruction* made = b().exclusive_scan(count, bits, given);
        made->set_reduction_op(opcode);
        values_.define(*made);
        break;
    }
    default: unsupported("partitions of a subgroup are");
    }
}

void Subgroups::translate_derivative(bool is_width) {
    const Value& given = values_.operand(0);
    if (given.def == nullptr || given.type->scalar.base != nir::BaseType::float_type ||
        given.type != now().type) {
        malformed("derivatives are of floats");
    }
    const unsigned count = given.def->num_components;
    const unsigned bits = given.def->bit_size;
    const auto along_x = static_cast<nir::IntrinsicOp>(now().info->fact);
    SsaDef* const source[] = {given.def};
    nir::IntrinsicInstruction* x = b().intrinsic(along_x, count, bits, source);
    values_.define(*x);
    if (!is_width) {
        return;
    }
    const nir::IntrinsicOp along_y =
        along_x == nir::IntrinsicOp::ddx_fine     ? nir::IntrinsicOp::ddy_fine
        : along_x == nir::IntrinsicOp::ddx_coarse ? nir::IntrinsicOp::ddy_coarse
                                                  : nir::IntrinsicOp::ddy;
    SsaDef* y = &b().intrinsic(along_y, count, bits, source)->value;
    SsaDef* magnitude = b().fabs(y);
    values_.define(b().fadd(b().fabs(&x->value), magnitude));
}

} // namespace jacquard::spirv
