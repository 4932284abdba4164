#include <jacquard/spirv/translate/groups/atomics.h>
#include <jacquard/spirv/translate/images/storage_images.h>
#include <jacquard/spirv/translate/pointers/addresses.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/values.h>

// Atomics and barriers.
namespace jacquard::spirv {

namespace {

constexpr std::uint32_t bit(MemorySemantics semantics) {
    return static_cast<std::uint32_t>(semantics);
}

bool has_any(std::uint32_t semantics, std::uint32_t bits) {
    return (semantics & bits) != 0;
}

constexpr std::uint32_t kOrders =
    bit(MemorySemantics::AcquireRelease) | bit(MemorySemantics::SequentiallyConsistent);
constexpr std::uint32_t kAcquiring = kOrders | bit(MemorySemantics::Acquire);
constexpr std::uint32_t kReleasing = kOrders | bit(MemorySemantics::Release);

// Returns the part of an atomic's semantics that applies before it (release) or after it (acquire).
std::uint32_t release_half(std::uint32_t semantics) {
    return (semantics & ~(kAcquiring | bit(MemorySemantics::MakeVisible))) |
           bit(MemorySemantics::Release);
}
std::uint32_t acquire_half(std::uint32_t semantics) {
    return (semantics & ~(kReleasing | bit(MemorySemantics::MakeAvailable))) |
           bit(MemorySemantics::Acquire);
}

} // namespace

nir::SsaDef* Atomics::atomic(const Pointer& at, nir::AtomicOp op, SsaDef* data, SsaDef* compare,
                             nir::Access access) {
    const unsigned bits = data->bit_size;
    if (!at.pointee->is_vector_or_scalar() || at.pointee->components() != 1 ||
        at.pointee->scalar.bit_size != bits || data->num_components != 1 || bits == 1 ||
        (compare != nullptr && (compare->bit_size != bits || compare->num_components != 1))) {
        malformed("atomics are on scalars, and the operands are of their type");
    }
    if (at.image != nullptr) {
        nir::DerefInstruction* image = pointers_.deref(*at.image);
        nir::IntrinsicInstruction* made =
            compare != nullptr
                ? b().image_deref_atomic_swap(bits, &image->value, at.coordinate, at.sample,
                                              compare, data)
                : b().image_deref_atomic(bits, &image->value, at.coordinate, at.sample, data);
        storage_images_.describe_image(*made, *at.image, *at.image->pointee, access);
        made->set_atomic_op(op);
        return &made->value;
    }
    memory_.check_writable(at);
    nir::DerefInstruction* place = pointers_.deref(at);
    nir::IntrinsicInstruction* made =
        compare != nullptr ? b().deref_atomic_swap(bits, &place->value, compare, data)
                           : b().deref_atomic(bits, &place->value, data);
    made->set_access(memory_.access_to(at, access));
    made->set_atomic_op(op);
    return &made->value;
}

// Reads the scope, which is the operand of that number, and the semantics after it. The scope
// matters only if the semantics order anything.
AtomicOrder Atomics::order_of(std::size_t scope, std::size_t num_semantics) const {
    AtomicOrder order;
    for (std::size_t i = 1; i <= num_semantics; ++i) {
        order.semantics |= semantics_of(word(scope + i));
    }
    if (has_any(order.semantics, kReleasing | kAcquiring)) {
        order.scope = scope_of(word(scope));
    }
    if (has_any(order.semantics, bit(MemorySemantics::Volatile))) {
        order.access = order.access | nir::Access::volatile_;
    }
    return order;
}

// Adds a barrier that keeps earlier accesses before an atomic that releases.
void Atomics::release_before(const AtomicOrder& order) {
    if (has_any(order.semantics, kReleasing)) {
        add_barrier(nir::Scope::none, order.scope, release_half(order.semantics));
    }
}

// Adds a barrier that keeps later accesses after an atomic that acquires.
void Atomics::acquire_behind(const AtomicOrder& order) {
    if (has_any(order.semantics, kAcquiring)) {
        add_barrier(nir::Scope::none, order.scope, acquire_half(order.semantics));
    }
}

void Atomics::translate_atomic() {
    const Pointer& at = pointers_.pointer(word(0));
    const InstructionInfo& info = *now().info;
    const AtomicOrder order = order_of(1);
    SsaDef* data = nullptr;
    if (!at.pointee->is_vector_or_scalar()) {
        malformed("atomics are on scalars");
    }
    if (info.has(HandlingFlag::one) || info.has(HandlingFlag::minus_one)) {
        data = b().imm_int(info.has(HandlingFlag::one) ? 1 : -1, at.pointee->scalar.bit_size);
    } else {
        data = values_.operand_def(3);
        data = info.has(HandlingFlag::negate) ? b().ineg(data) : data;
    }
    release_before(order);
    values_.define(atomic(at, static_cast<nir::AtomicOp>(info.fact), data, nullptr, order.access));
    acquire_behind(order);
}

// It is not known in advance whether the exchange will fail, so both semantics apply.
void Atomics::translate_atomic_swap() {
    // Behind the pointer: scope, semantics where it succeeds and fails, value, comparator.
    const AtomicOrder order = order_of(1, 2);
    release_before(order);
    SsaDef* comparator = values_.operand_def(5);
    SsaDef* value = values_.operand_def(4);
    values_.define(atomic(pointers_.pointer(word(0)), static_cast<nir::AtomicOp>(now().info->fact),
                          value, comparator, order.access));
    acquire_behind(order);
}

void Atomics::translate_atomic_load() {
    const Pointer& from = pointers_.pointer(word(0));
    const AtomicOrder order = order_of(1);
    if (!from.pointee->is_vector_or_scalar()) {
        malformed("atomics are on scalars");
    }
    if (from.image != nullptr) {
        values_.define(atomic(from, nir::AtomicOp::iadd,
                              b().imm_int(0, from.pointee->scalar.bit_size), nullptr,
                              order.access));
    } else {
        values_.define(memory_.load(addresses_.naturally_aligned(from), order.access));
    }
    acquire_behind(order);
}

void Atomics::translate_atomic_store() {
    const Pointer& to = pointers_.pointer(word(0));
    const AtomicOrder order = order_of(1);
    release_before(order);
    if (to.image != nullptr) {
        atomic(to, nir::AtomicOp::xchg, values_.operand_def(3), nullptr, order.access);
        return;
    }
    memory_.store(addresses_.naturally_aligned(to), values_.operand(3), order.access);
}

// A flag is an integer of 32 bits, set where it is not 0.
void Atomics::translate_flag(bool is_set) {
    const Pointer& at = pointers_.pointer(word(0));
    const AtomicOrder order = order_of(1);
    release_before(order);
    SsaDef* before =
        atomic(at, nir::AtomicOp::xchg, b().imm_int(is_set ? 1 : 0), nullptr, order.access);
    if (is_set) {
        values_.define(b().ine(before, b().imm_int(0)));
        acquire_behind(order);
    }
}

nir::Scope Atomics::scope_of(std::uint32_t id) const {
    const std::uint64_t number = constants_.constant_number(id);
    const Enumerant* name =
        number <= 0xffffffff
            ? find_enumerant(OperandKind::scope, static_cast<std::uint32_t>(number))
            : nullptr;
    if (name == nullptr) {
        malformed("there is no scope " + std::to_string(number));
    }
    if (name->is_nir == kNotNir || name->use == NameUse::refused) {
        unsupported("the scope " + std::string(name->name) + " is");
    }
    return static_cast<nir::Scope>(name->is_nir);
}

std::uint32_t Atomics::semantics_of(std::uint32_t id) const {
    const std::uint64_t number = constants_.constant_number(id);
    std::uint64_t unnamed = number;
    for_each_name(OperandKind::memory_semantics, static_cast<std::uint32_t>(number),
                  [&](const Enumerant& name) {
                      unnamed &= ~std::uint64_t{name.value};
                      if (name.use == NameUse::refused) {
                          unsupported(std::string(name.name) + " of the memory semantics is");
                      }
                  });
    if (unnamed != 0) {
        malformed("the memory semantics " + std::to_string(number) + " have bits without a name");
    }
    return static_cast<std::uint32_t>(number);
}

// The kinds of memory that semantics name.
nir::VariableMode Atomics::ordered_modes(std::uint32_t semantics) const {
    nir::VariableMode modes = nir::VariableMode::nothing;
    if (has_any(semantics, bit(MemorySemantics::UniformMemory))) {
        modes = modes | nir::VariableMode::mem_ssbo | nir::VariableMode::mem_global;
    }
    if (context().is_kernel() && has_any(semantics, bit(MemorySemantics::CrossWorkgroupMemory))) {
        modes = modes | nir::VariableMode::mem_global;
    }
    if (has_any(semantics, bit(MemorySemantics::WorkgroupMemory))) {
        modes = modes | nir::VariableMode::mem_shared;
    }
    if (has_any(semantics, bit(MemorySemantics::ImageMemory))) {
        modes = modes | nir::VariableMode::image;
    }
    if (has_any(semantics, bit(MemorySemantics::OutputMemory))) {
        modes = modes | nir::VariableMode::shader_out;
    }
    return modes;
}

void Atomics::add_barrier(nir::Scope execution, nir::Scope memory, std::uint32_t semantics) {
    nir::MemorySemantics order = nir::MemorySemantics::nothing;
    if (has_any(semantics, kAcquiring)) {
        order = order | nir::MemorySemantics::acquire;
    }
    if (has_any(semantics, kReleasing)) {
        order = order | nir::MemorySemantics::release;
    }
    if (has_any(semantics, bit(MemorySemantics::MakeAvailable))) {
        order = order | nir::MemorySemantics::make_available;
    }
    if (has_any(semantics, bit(MemorySemantics::MakeVisible))) {
        order = order | nir::MemorySemantics::make_visible;
    }
    nir::VariableMode modes = ordered_modes(semantics);
    // The work group of a control shader is its patch, whose outputs are ordered by the barrier.
    if (execution == nir::Scope::workgroup && shader().info.stage == nir::Stage::tess_control) {
        modes = modes | nir::VariableMode::shader_out;
        order = nir::MemorySemantics::acquire | nir::MemorySemantics::release;
    }
    nir::IntrinsicInstruction* barrier = b().barrier();
    barrier->set_execution_scope(execution);
    barrier->set_memory_scope(order == nir::MemorySemantics::nothing ? nir::Scope::none : memory);
    barrier->set_memory_semantics(order);
    barrier->set_memory_modes(modes);
}

void Atomics::add_group_barrier() {
    add_barrier(nir::Scope::workgroup, nir::Scope::workgroup,
                bit(MemorySemantics::AcquireRelease) | bit(MemorySemantics::WorkgroupMemory) |
                    bit(MemorySemantics::CrossWorkgroupMemory));
}

void Atomics::translate_barrier(bool is_control) {
    const nir::Scope execution = is_control ? scope_of(word(0)) : nir::Scope::none;
    const std::size_t next = is_control ? 1 : 0;
    add_barrier(execution, scope_of(word(next)), semantics_of(word(next + 1)));
}

} // namespace jacquard::spirv
