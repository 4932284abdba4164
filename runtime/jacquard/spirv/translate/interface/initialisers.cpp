#include <jacquard/spirv/translate/interface/initialisers.h>
#include <jacquard/spirv/translate/interface/modes.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/named_places.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/values.h>

// Variables that begin with a value.
namespace jacquard::spirv {

namespace {

// Elements that each invocation stores one after the other; what takes more of them is a loop.
constexpr std::uint64_t kMostStores = 8;

} // namespace

// Each invocation has its own of most variables and stores all of it. Memory of the work group is
// stored once, by all invocations together, and none goes on before that is done.
void Initialisers::initialise_globals() {
    bool is_shared = false;
    for (const auto& [pointer, constant] : initialisers_) {
        if (pointer.storage == StorageClass::Workgroup) {
            initialise_shared(pointer, constant);
            is_shared = true;
        } else {
            initialise(pointer, constant);
        }
    }
    if (is_shared && modes_.workgroup_invocations() > 1) {
        b().barrier()
            ->set_execution_scope(nir::Scope::workgroup)
            ->set_memory_scope(nir::Scope::workgroup)
            ->set_memory_semantics(nir::MemorySemantics::acquire | nir::MemorySemantics::release)
            ->set_memory_modes(nir::VariableMode::mem_shared);
    }
}

void Initialisers::initialise(const Pointer& pointer, std::uint32_t constant_id) {
    if (pointer.pointee->scalars > limits().registers) {
        beyond(Limit::registers);
    }
    memory_.store(pointer, values_.value(constant_id), nir::Access::nothing);
}

// The elements of arrays, and of arrays of these, are shared out; what is no array is one element.
// Only where all of them are zero is every element the same.
void Initialisers::initialise_shared(const Pointer& pointer, std::uint32_t constant_id) {
    if (pointer.pointee->scalars > limits().registers) {
        beyond(Limit::registers);
    }
    const Constant& given = constants_.constant(constant_id);
    std::uint64_t count = 1;
    const Type* element = pointer.pointee;
    while (given.is_null && element->kind == TypeKind::array) {
        count *= element->count;
        element = element->element;
    }
    const Value& stored = given.is_null
                              ? constants_.materialise(*constants_.null_constant(*element))
                              : values_.value(constant_id);
    const std::uint64_t invocations = modes_.workgroup_invocations();
    const auto number = [this](std::uint64_t constant) { return b().imm_bits(constant, 32); };
    const auto store_element = [&](SsaDef* index) {
        memory_.store(element_at(pointer, *element, index), stored, nir::Access::nothing);
    };
    const auto store_if_inside = [&](SsaDef* index) {
        nir::IfNode* inside = b().push_if(b().ult(index, number(count)));
        store_element(index);
        b().pop_if(inside);
    };
    SsaDef* own = &b().load_local_invocation_index()->value;
    if (count > invocations * kMostStores) {
        store_in_loop(own, count, store_element);
        return;
    }
    for (std::uint64_t first = 0; first < count; first += invocations) {
        SsaDef* index = first == 0 ? own : b().iadd(own, number(first));
        if (first + invocations <= count) {
            store_element(index);
        } else {
            store_if_inside(index);
        }
    }
}

// From an invocation's own number on, in steps of as many as there are invocations.
void Initialisers::store_in_loop(SsaDef* own, std::uint64_t count,
                                 const std::function<void(SsaDef*)>& store_element) {
    nir::Variable* next = shader().add_local(
        context().function(), shader().scalar_type({nir::BaseType::uint_type, 32}), "element");
    nir::DerefInstruction* place = named_places_.variable(*next);
    b().store_deref(place, own);
    nir::LoopNode* loop = b().push_loop();
    SsaDef* index = b().load_deref(place);
    nir::IfNode* behind = b().push_if(b().uge(index, b().imm_bits(count, 32)));
    b().jump(nir::JumpKind::break_loop);
    b().pop_if(behind);
    store_element(index);
    b().store_deref(place, b().iadd(index, b().imm_bits(modes_.workgroup_invocations(), 32)));
    b().pop_loop(loop);
}

// The element of a type in arrays within arrays, counted from the first of all.
Pointer Initialisers::element_at(const Pointer& arrays, const Type& element, SsaDef* index) {
    Pointer at = arrays;
    while (at.pointee != &element) {
        std::uint64_t inner = 1;
        for (const Type* type = at.pointee->element; type != &element; type = type->element) {
            inner *= type->count;
        }
        Step step;
        step.index = index;
        if (inner != 1) {
            SsaDef* size = b().imm_bits(inner, 32);
            step.index = b().udiv(index, size);
            index = b().isub(index, b().imul(step.index, size));
        }
        at = pointers_.chosen(at, step);
    }
    return at;
}

} // namespace jacquard::spirv
