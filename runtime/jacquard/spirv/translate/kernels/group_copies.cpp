#include <jacquard/spirv/translate/groups/atomics.h>
#include <jacquard/spirv/translate/kernels/group_copies.h>
#include <jacquard/spirv/translate/pointers/addresses.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

namespace jacquard::spirv {

// The elements stand side by side in workgroup memory, and so many apart in the other one.
void GroupCopies::copy_element(SsaDef* number, SsaDef* stride) {
    const Pointer& to = pointers_.pointer(word(1));
    const Pointer& from = pointers_.pointer(word(2));
    SsaDef* apart = b().imul(number, stride);
    const bool is_to_group = to.storage == StorageClass::Workgroup;
    const Pointer source = addresses_.stepped(from, is_to_group ? apart : number);
    const Pointer target = addresses_.stepped(to, is_to_group ? number : apart);
    memory_.store(target, memory_.load(source, nir::Access::nothing), nir::Access::nothing);
}

// Operands: the scope, the pointers to and from, how many elements and how far they are apart, and
// the event, which all copies of the group share.
void GroupCopies::translate_copy() {
    if (atomics_.scope_of(word(0)) != nir::Scope::workgroup) {
        unsupported("copies of other groups than work groups are");
    }
    if (pointers_.pointer(word(1)).pointee != pointers_.pointer(word(2)).pointee) {
        malformed("it copies between pointers to one type");
    }
    SsaDef* count = widths_.as_width(values_.operand_def(3), 64, false);
    SsaDef* stride = widths_.as_width(values_.operand_def(4), 64, false);
    SsaDef* size = &b().load_workgroup_size()->value;
    SsaDef* rows = b().whole(nir::channel(size, 1));
    SsaDef* all = b().imul(b().whole(nir::channel(size, 0)), rows);
    all = b().imul(all, b().whole(nir::channel(size, 2)));
    SsaDef* step = widths_.as_width(all, 64, false);
    SsaDef* own = &b().load_local_invocation_index()->value;
    nir::Variable* next = shader().add_local(
        context().function(), shader().scalar_type({nir::BaseType::uint_type, 64}), "element");
    const auto store = [&](SsaDef* value) { b().store_deref(b().deref_var(next), value); };
    store(widths_.as_width(own, 64, false));
    nir::LoopNode* loop = b().push_loop();
    SsaDef* number = b().load_deref(b().deref_var(next));
    nir::IfNode* end = b().push_if(b().uge(number, count));
    b().jump(nir::JumpKind::break_loop);
    b().pop_if(end);
    copy_element(number, stride);
    store(b().iadd(number, step));
    b().pop_loop(loop);
    values_.define(values_.operand(5));
}

void GroupCopies::translate_wait() {
    atomics_.add_group_barrier();
}

} // namespace jacquard::spirv
