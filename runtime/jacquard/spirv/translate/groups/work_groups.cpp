#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/ir/width_mask.h>
#include <jacquard/spirv/translate/groups/atomics.h>
#include <jacquard/spirv/translate/groups/work_groups.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <bit>

namespace jacquard::spirv {

namespace {

// No work group has more subgroups.
constexpr std::uint32_t kMaxSubgroups = 64;

} // namespace

bool WorkGroups::is_work_group() const {
    const nir::Scope scope = atomics_.scope_of(word(0));
    if (scope != nir::Scope::workgroup && scope != nir::Scope::subgroup) {
        unsupported("operations among other invocations than those of a subgroup or a work group "
                    "are");
    }
    return scope == nir::Scope::workgroup;
}

// A value of each subgroup. Each operation is done with them when the group has waited.
nir::Variable* WorkGroups::shared_values(const SsaDef& like) {
    if (like.num_components > kMaxAccessComponents) {
        unsupported("operations of a work group on vectors of more than four components are");
    }
    nir::Variable*& made = shared_[{like.num_components, like.bit_size}];
    if (made == nullptr) {
        const nir::Type* element =
            shader().vector_type({nir::BaseType::uint_type, like.bit_size}, like.num_components);
        const std::uint32_t bytes =
            std::bit_ceil<std::uint32_t>(like.num_components) * like.bit_size / 8U;
        made = shader().add_variable(nir::VariableMode::mem_shared,
                                     shader().array_type(element, kMaxSubgroups, bytes), "group");
    }
    return made;
}

nir::SsaDef* WorkGroups::in_subgroup(nir::Opcode opcode, GroupOperation operation, SsaDef* given) {
    const unsigned count = given->num_components;
    const unsigned bits = given->bit_size;
    nir::IntrinsicInstruction* made = nullptr;
    switch (operation) {
    case GroupOperation::Reduce: made = b().reduce(count, bits, given); break;
    case GroupOperation::InclusiveScan: made = b().inclusive_scan(count, bits, given); break;
    case GroupOperation::ExclusiveScan: made = b().exclusive_scan(count, bits, given); break;
    default: malformed("a group is reduced or scanned");
    }
    if (!nir::mask_allows(nir::intrinsic_info(made->op).bit_size_mask, bits)) {
        unsupported("operations of a group on values of " + std::to_string(bits) + " bits are");
    }
    made->set_reduction_op(opcode);
    return &made->value;
}

// Combines what the first so many subgroups have.
nir::SsaDef* WorkGroups::combined(nir::Opcode opcode, nir::Variable* parts, SsaDef* count,
                                  const SsaDef& like) {
    const std::uint64_t identity = nir::identity_of(opcode, like.bit_size).value_or(0);
    const nir::Type* type =
        shader().vector_type({nir::BaseType::uint_type, like.bit_size}, like.num_components);
    nir::Variable* all = shader().add_local(context().function(), type, "all");
    nir::Variable* next = shader().add_local(
        context().function(), shader().scalar_type({nir::BaseType::uint_type, 32}), "subgroup");
    const auto store = [&](nir::Variable* to, SsaDef* value) {
        b().store_deref(b().deref_var(to), value);
    };
    store(all, b().spread(b().imm_bits(identity, like.bit_size), like.num_components));
    store(next, b().imm_int(0));
    nir::LoopNode* loop = b().push_loop();
    SsaDef* number = b().load_deref(b().deref_var(next));
    nir::IfNode* end = b().push_if(b().uge(number, count));
    b().jump(nir::JumpKind::break_loop);
    b().pop_if(end);
    SsaDef* before = b().load_deref(b().deref_var(all));
    SsaDef* part = b().load_deref(b().deref_array(b().deref_var(parts), number));
    store(all, b().alu(opcode, {before, part}));
    store(next, b().iadd(number, b().imm_int(1)));
    b().pop_loop(loop);
    return b().load_deref(b().deref_var(all));
}

// Each subgroup leaves what it has in memory, and takes what those before it, or all of them, have.
nir::SsaDef* WorkGroups::in_work_group(nir::Opcode opcode, GroupOperation operation,
                                       SsaDef* given) {
    const bool is_scan = operation != GroupOperation::Reduce;
    SsaDef* own = in_subgroup(opcode, operation, given);
    SsaDef* whole = is_scan ? in_subgroup(opcode, GroupOperation::Reduce, given) : own;
    nir::Variable* parts = shared_values(*given);
    SsaDef* number = &b().load_subgroup_id()->value;
    nir::IfNode* first = b().push_if(&b().elect(1)->value);
    b().store_deref(b().deref_array(b().deref_var(parts), number), whole);
    b().pop_if(first);
    atomics_.add_group_barrier();
    SsaDef* count = is_scan ? number : &b().load_num_subgroups()->value;
    SsaDef* others = combined(opcode, parts, count, *given);
    atomics_.add_group_barrier();
    return is_scan ? b().alu(opcode, {others, own}) : others;
}

void WorkGroups::translate_reduce() {
    const bool is_whole = is_work_group();
    const auto opcode = static_cast<nir::Opcode>(now().info->fact);
    const auto operation = static_cast<GroupOperation>(word(1));
    SsaDef* given = values_.operand_def(2);
    const bool is_truth = given->bit_size == 1;
    if (is_truth && is_whole) {
        given = b().b2i32(given);
    }
    SsaDef* made =
        is_whole ? in_work_group(opcode, operation, given) : in_subgroup(opcode, operation, given);
    values_.define(is_truth && is_whole ? b().ine(made, b().imm_int(0)) : made);
}

void WorkGroups::translate_vote() {
    SsaDef* given = values_.operand_def(1);
    if (given->bit_size != 1 || given->num_components != 1) {
        malformed("its operand is not a truth");
    }
    const auto opcode = static_cast<nir::Opcode>(now().info->fact);
    const bool is_all = opcode == nir::Opcode::iand;
    SsaDef* voted = is_all ? &b().vote_all(1, given)->value : &b().vote_any(1, given)->value;
    if (is_work_group()) {
        SsaDef* made = in_work_group(opcode, GroupOperation::Reduce, b().b2i32(voted));
        voted = b().ine(made, b().imm_int(0));
    }
    values_.define(voted);
}

// The number of an invocation in its work group, of its place along one axis or several.
nir::SsaDef* WorkGroups::flat_index(SsaDef* place) {
    SsaDef* narrow = widths_.as_width(place, 32);
    SsaDef* size = &b().load_workgroup_size()->value;
    SsaDef* index = b().whole(nir::channel(narrow, narrow->num_components - 1));
    for (unsigned axis = narrow->num_components - 1; axis-- > 0;) {
        SsaDef* rows = b().imul(index, b().whole(nir::channel(size, axis)));
        index = b().iadd(rows, b().whole(nir::channel(narrow, axis)));
    }
    return index;
}

void WorkGroups::translate_broadcast() {
    SsaDef* given = values_.operand_def(1);
    SsaDef* from = values_.operand_def(2);
    const unsigned count = given->num_components;
    const unsigned bits = given->bit_size;
    if (from->num_components > 3) {
        malformed("an invocation is named by one to three numbers");
    }
    if (!is_work_group()) {
        values_.define(*b().read_invocation(count, bits, given, widths_.scalar_integer(2)));
        return;
    }
    SsaDef* word = bits == 1 ? b().b2i32(given) : given;
    nir::Variable* shared = shared_values(*word);
    SsaDef* own = &b().load_local_invocation_index()->value;
    nir::IfNode* chosen = b().push_if(b().ieq(own, flat_index(from)));
    b().store_deref(b().deref_array(b().deref_var(shared), 0U), word);
    b().pop_if(chosen);
    atomics_.add_group_barrier();
    SsaDef* read = b().load_deref(b().deref_array(b().deref_var(shared), 0U));
    atomics_.add_group_barrier();
    values_.define(bits == 1 ? b().ine(read, b().imm_int(0)) : read);
}

} // namespace jacquard::spirv
