#include <jacquard/spirv/translator.h>

#include <array>

// Atomics and barriers.
namespace jacquard::spirv {

namespace {

std::uint32_t bit(MemorySemantics semantics) {
    return static_cast<std::uint32_t>(semantics);
}

} // namespace

nir::SsaDef* Translator::atomic(const Pointer& at, nir::AtomicOp op, SsaDef* data,
                                SsaDef* compare) {
    const unsigned bits = data->bit_size;
    if (!at.pointee->is_vector_or_scalar() || at.pointee->components() != 1 ||
        at.pointee->scalar.bit_size != bits || data->num_components != 1 || bits == 1 ||
        (compare != nullptr && (compare->bit_size != bits || compare->num_components != 1))) {
        malformed("atomics are on scalars, and the operands are of their type");
    }
    if (at.image != nullptr) {
        nir::DerefInstruction* image = deref(*at.image);
        nir::IntrinsicInstruction* made =
            compare != nullptr
                ? b().image_deref_atomic_swap(bits, &image->value, at.coordinate, at.sample,
                                              compare, data)
                : b().image_deref_atomic(bits, &image->value, at.coordinate, at.sample, data);
        describe_image(*made, *at.image, *at.image->pointee);
        made->set_atomic_op(op);
        return &made->value;
    }
    check_writable(at);
    nir::DerefInstruction* place = deref(at);
    nir::IntrinsicInstruction* made =
        compare != nullptr ? b().deref_atomic_swap(bits, &place->value, compare, data)
                           : b().deref_atomic(bits, &place->value, data);
    made->set_access(at.access);
    made->set_atomic_op(op);
    return &made->value;
}

void Translator::translate_atomic() {
    const Pointer& at = pointer(word(0));
    const InstructionInfo& info = *now_.info;
    SsaDef* data = nullptr;
    if (!at.pointee->is_vector_or_scalar()) {
        malformed("atomics are on scalars");
    }
    if (info.has(HandlingFlag::one) || info.has(HandlingFlag::minus_one)) {
        data = b().imm_int(info.has(HandlingFlag::one) ? 1 : -1, at.pointee->scalar.bit_size);
    } else {
        data = operand_def(3);
        data = info.has(HandlingFlag::negate) ? b().ineg(data) : data;
    }
    define(atomic(at, static_cast<nir::AtomicOp>(info.fact), data, nullptr));
}

void Translator::translate_atomic_swap() {
    // Behind the pointer: scope, semantics where it succeeds and fails, value, comparator.
    define(atomic(pointer(word(0)), static_cast<nir::AtomicOp>(now_.info->fact), operand_def(4),
                  operand_def(5)));
}

void Translator::translate_atomic_load() {
    const Pointer& from = pointer(word(0));
    if (from.image != nullptr) {
        if (!from.pointee->is_vector_or_scalar()) {
            malformed("atomics are on scalars");
        }
        define(atomic(from, nir::AtomicOp::iadd, b().imm_int(0, from.pointee->scalar.bit_size),
                      nullptr));
        return;
    }
    define(load(naturally_aligned(from), nir::Access::coherent));
}

void Translator::translate_atomic_store() {
    const Pointer& to = pointer(word(0));
    if (to.image != nullptr) {
        atomic(to, nir::AtomicOp::xchg, operand_def(3), nullptr);
        return;
    }
    store(naturally_aligned(to), operand(3), nir::Access::coherent);
}

nir::Scope Translator::scope_of(std::uint32_t id) const {
    const std::uint64_t number = constant_number(id);
    const Enumerant* name =
        number <= 0xffffffff
            ? find_enumerant(OperandKind::scope, static_cast<std::uint32_t>(number))
            : nullptr;
    if (name == nullptr) {
        malformed("there is no scope " + std::to_string(number));
    }
    if (name->is_nir == kNotNir) {
        unsupported("the scope " + std::string(name->name) + " is");
    }
    return static_cast<nir::Scope>(name->is_nir);
}

void Translator::add_barrier(nir::Scope execution, nir::Scope memory, std::uint32_t semantics) {
    nir::MemorySemantics order = nir::MemorySemantics::nothing;
    if ((semantics & (bit(MemorySemantics::Acquire) | bit(MemorySemantics::AcquireRelease) |
                      bit(MemorySemantics::SequentiallyConsistent))) != 0) {
        order = order | nir::MemorySemantics::acquire;
    }
    if ((semantics & (bit(MemorySemantics::Release) | bit(MemorySemantics::AcquireRelease) |
                      bit(MemorySemantics::SequentiallyConsistent))) != 0) {
        order = order | nir::MemorySemantics::release;
    }
    if ((semantics & bit(MemorySemantics::MakeAvailable)) != 0) {
        order = order | nir::MemorySemantics::make_available;
    }
    if ((semantics & bit(MemorySemantics::MakeVisible)) != 0) {
        order = order | nir::MemorySemantics::make_visible;
    }
    nir::VariableMode modes = nir::VariableMode::nothing;
    if ((semantics & bit(MemorySemantics::UniformMemory)) != 0) {
        modes = modes | nir::VariableMode::mem_ssbo | nir::VariableMode::mem_global;
    }
    if ((semantics & bit(MemorySemantics::WorkgroupMemory)) != 0) {
        modes = modes | nir::VariableMode::mem_shared;
    }
    if ((semantics & bit(MemorySemantics::ImageMemory)) != 0) {
        modes = modes | nir::VariableMode::image;
    }
    if ((semantics & bit(MemorySemantics::OutputMemory)) != 0) {
        modes = modes | nir::VariableMode::shader_out;
    }
    // The work group of a control shader is its patch, whose outputs are ordered by the barrier.
    if (execution == nir::Scope::workgroup && shader_->info.stage == nir::Stage::tess_control) {
        modes = modes | nir::VariableMode::shader_out;
        order = nir::MemorySemantics::acquire | nir::MemorySemantics::release;
    }
    nir::IntrinsicInstruction* barrier = b().barrier();
    barrier->set_execution_scope(execution);
    barrier->set_memory_scope(order == nir::MemorySemantics::nothing ? nir::Scope::none : memory);
    barrier->set_memory_semantics(order);
    barrier->set_memory_modes(modes);
}

void Translator::translate_barrier(bool is_control) {
    const nir::Scope execution = is_control ? scope_of(word(0)) : nir::Scope::none;
    const std::size_t next = is_control ? 1 : 0;
    add_barrier(execution, scope_of(word(next)),
                static_cast<std::uint32_t>(constant_number(word(next + 1))));
}

} // namespace jacquard::spirv
