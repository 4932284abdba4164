#include <jacquard/spirv/translate/translator.h>

// Invocations of a subgroup or quad talking to each other, and derivatives.
namespace jacquard::spirv {

void Translator::check_scope() {
    if (now_.info->has(HandlingFlag::scope) && scope_of(word(0)) != nir::Scope::subgroup) {
        unsupported("operations among all invocations of a work group are");
    }
}

void Translator::translate_subgroup() {
    check_scope();
    const auto op = static_cast<nir::IntrinsicOp>(now_.info->fact);
    const nir::IntrinsicInfo& info = nir::intrinsic_info(op);
    const std::size_t first = now_.info->has(HandlingFlag::scope) ? 1 : 0;
    if (now_.words.size() < first + info.num_sources || !now_.type->is_vector_or_scalar()) {
        malformed("it has too few operands, or its type is not a vector");
    }
    std::vector<SsaDef*> sources;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        SsaDef* source = operand_def(first + i);
        const int wanted = info.source_components[i];
        if (wanted > 0 && source->num_components != static_cast<unsigned>(wanted)) {
            malformed("an operand has " + std::to_string(source->num_components) +
                      " components and not " + std::to_string(wanted));
        }
        // Numbers of invocations are 32 bits wide.
        sources.push_back(i > 0 && source->bit_size != 32 ? as_width(source, 32) : source);
    }
    if (info.dest_components == 0 && info.num_sources != 0 && info.source_components[0] == 0 &&
        sources[0]->num_components != now_.type->components()) {
        malformed("its operand is not like its result");
    }
    // The count that the table leaves open is the result's, or that of what it is made from.
    const unsigned count = info.dest_components == 0 || sources.empty()
                               ? now_.type->components()
                               : sources[0]->num_components;
    define(*b().intrinsic(op, count, now_.type->scalar.bit_size, sources));
}

void Translator::translate_vote_equal() {
    check_scope();
    const Value& given = operand(now_.info->has(HandlingFlag::scope) ? 1 : 0);
    if (given.def == nullptr) {
        malformed("its operand is not a scalar or vector");
    }
    define(given.type->scalar.base == nir::BaseType::float_type
               ? &b().vote_feq(1, given.def)->value
               : &b().vote_ieq(1, given.def)->value);
}

void Translator::translate_ballot_count() {
    if (scope_of(word(0)) != nir::Scope::subgroup) {
        unsupported("operations among all invocations of a work group are");
    }
    SsaDef* mask = operand_def(2);
    if (mask->num_components != 4 || mask->bit_size != 32) {
        malformed("a ballot has 4 components of 32 bits");
    }
    switch (static_cast<GroupOperation>(word(1))) {
    case GroupOperation::Reduce: define(*b().ballot_bit_count_reduce(32, mask)); break;
    case GroupOperation::InclusiveScan: define(*b().ballot_bit_count_inclusive(32, mask)); break;
    case GroupOperation::ExclusiveScan: define(*b().ballot_bit_count_exclusive(32, mask)); break;
    default: malformed("bits of a ballot are not counted so");
    }
}

void Translator::translate_quad_swap() {
    SsaDef* given = operand_def(1);
    const unsigned count = given->num_components;
    const unsigned bits = given->bit_size;
    switch (constant_number(word(2))) {
    case 0: define(*b().quad_swap_horizontal(count, bits, given)); break;
    case 1: define(*b().quad_swap_vertical(count, bits, given)); break;
    case 2: define(*b().quad_swap_diagonal(count, bits, given)); break;
    default: malformed("the direction of a swap is 0, 1 or 2");
    }
}

void Translator::translate_reduce() {
    if (scope_of(word(0)) != nir::Scope::subgroup) {
        unsupported("operations among all invocations of a work group are");
    }
    SsaDef* given = operand_def(2);
    const auto opcode = static_cast<nir::Opcode>(now_.info->fact);
    const unsigned count = given->num_components;
    const unsigned bits = given->bit_size;
    switch (static_cast<GroupOperation>(word(1))) {
    case GroupOperation::Reduce:
    case GroupOperation::ClusteredReduce: {
        const bool is_clustered =
            static_cast<GroupOperation>(word(1)) == GroupOperation::ClusteredReduce;
        const std::uint64_t size = is_clustered ? constant_number(word(3)) : 0;
        if (is_clustered && (size == 0 || size > 128 || (size & (size - 1)) != 0)) {
            malformed("the size of a cluster is a power of two up to 128");
        }
        nir::IntrinsicInstruction* made = b().reduce(count, bits, given);
        made->set_reduction_op(opcode);
        made->set_cluster_size(static_cast<std::uint32_t>(size));
        define(*made);
        break;
    }
    case GroupOperation::InclusiveScan: {
        nir::IntrinsicInstruction* made = b().inclusive_scan(count, bits, given);
        made->set_reduction_op(opcode);
        define(*made);
        break;
    }
    case GroupOperation::ExclusiveScan: {
        nir::IntrinsicInstruction* made = b().exclusive_scan(count, bits, given);
        made->set_reduction_op(opcode);
        define(*made);
        break;
    }
    default: unsupported("partitions of a subgroup are");
    }
}

void Translator::translate_derivative(bool is_width) {
    const Value& given = operand(0);
    if (given.def == nullptr || given.type->scalar.base != nir::BaseType::float_type ||
        given.type != now_.type) {
        malformed("derivatives are of floats");
    }
    const unsigned count = given.def->num_components;
    const unsigned bits = given.def->bit_size;
    const auto along_x = static_cast<nir::IntrinsicOp>(now_.info->fact);
    SsaDef* const source[] = {given.def};
    nir::IntrinsicInstruction* x = b().intrinsic(along_x, count, bits, source);
    define(*x);
    if (!is_width) {
        return;
    }
    const nir::IntrinsicOp along_y =
        along_x == nir::IntrinsicOp::ddx_fine     ? nir::IntrinsicOp::ddy_fine
        : along_x == nir::IntrinsicOp::ddx_coarse ? nir::IntrinsicOp::ddy_coarse
                                                  : nir::IntrinsicOp::ddy;
    SsaDef* y = &b().intrinsic(along_y, count, bits, source)->value;
    define(b().fadd(b().fabs(&x->value), b().fabs(y)));
}

} // namespace jacquard::spirv
