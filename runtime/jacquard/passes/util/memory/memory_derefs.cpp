#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/passes/util/memory/memory_derefs.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace jacquard::nir {
namespace {

bool is_one_mode(VariableMode modes) {
    return std::has_single_bit(static_cast<std::uint32_t>(modes));
}

bool is_buffer(VariableMode mode) {
    const MemorySpaceInfo* space = lowered_space(mode);
    return space != nullptr && space->addressing == Addressing::buffer;
}

unsigned stored_bits(unsigned bit_size) {
    return bit_size == 1 ? 32 : bit_size;
}

// Returns true if a pointer is read as a value, and not for the memory it names.
bool reads_pointer(const Source& use) {
    const Instruction* user = use.instruction();
    if (user == nullptr) {
        return false;
    }
    if (const auto* intrinsic = user->as<IntrinsicInstruction>()) {
        const VariableAccess* access = deref_access(*intrinsic);
        const auto is_source = [&](std::int8_t number) {
            return number >= 0 && &use == &intrinsic->first_source[number];
        };
        return access == nullptr ||
               !(is_source(access->deref_source) || is_source(access->from_source));
    }
    return user->kind == InstructionKind::phi || user->kind == InstructionKind::alu;
}

std::uint32_t clamped(std::uint64_t bytes) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(bytes, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

bool MemoryDerefs::run() {
    bool changed = false;
    for (Block& block : function_.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            if (auto* deref = instruction.as<DerefInstruction>()) {
                see(*deref);
            } else if (auto* access = instruction.as<IntrinsicInstruction>()) {
                changed |= visit(*access);
            }
        }
    }
    changed |= hand_out_addresses();
    if (changed) {
        remove_unused_derefs(function_);
    }
    return changed;
}

void MemoryDerefs::see(DerefInstruction& deref) {
    Address address;
    if (deref.deref == DerefKind::var) {
        address = is_lowered_[deref.variable->index] ? of_variable(*deref.variable) : address;
    } else if (deref.deref == DerefKind::cast && deref.parent_deref() == nullptr) {
        address = of_cast(deref);
    } else if (deref.parent_deref() != nullptr) {
        address = of_step(address_of(*deref.parent.ssa), deref);
    }
    if (address.mode != VariableMode::nothing) {
        addresses_[deref] = address;
    }
}

MemoryDerefs::Address MemoryDerefs::address_of(const SsaDef& value) const {
    const Address* address = addresses_.find(value);
    return address != nullptr ? *address : Address{};
}

// An array of structures in a buffer mode is one of buffers.
MemoryDerefs::Address MemoryDerefs::of_variable(const Variable& variable) const {
    Address address;
    address.mode = variable.mode;
    const Type* type = variable.type;
    const SizeAndAlign whole = size_and_align(type, layout_of_mode(variable.mode));
    address.align_mul = whole.align;
    address.access = variable.access;
    address.range = type->is_unsized() ? 0 : whole.size;
    if (is_buffer(variable.mode)) {
        address.buffer_constant = variable.binding;
        address.selects_buffer = type->is_array_type() && type->without_arrays()->is_structure();
        if (address.selects_buffer) {
            address.range =
                size_and_align(type->without_arrays(), layout_of_mode(variable.mode)).size;
        }
    }
    add_constant(address, variable.offset);
    return address;
}

MemoryDerefs::Address MemoryDerefs::of_cast(DerefInstruction& cast) {
    Address address;
    if (!is_one_mode(cast.modes) || (cast.modes & cast_modes_) == VariableMode::nothing) {
        return address;
    }
    SsaDef* pointer = cast.parent.ssa;
    address.mode = cast.modes;
    if (has_buffer(address)) {
        if (pointer->num_components != 2) {
            return {};
        }
        shader_.info.set_property(kChosenBuffersProperty, {1});
        CoreBuilder b(shader_, Cursor::before_instruction(&cast));
        address.buffer = b.mov(channel(pointer, 0));
        address.offset = b.mov(channel(pointer, 1));
    } else {
        if (pointer->num_components != 1) {
            return {};
        }
        address.offset = pointer;
    }
    address.align_mul =
        cast.align_mul != 0 ? cast.align_mul : size_and_align(cast.type, Layout::scalar).align;
    address.align_offset = cast.align_offset;
    address.stride = cast.cast_stride;
    return address;
}

MemoryDerefs::Address MemoryDerefs::of_step(const Address& parent, DerefInstruction& deref) {
    Address address = parent;
    address.last = nullptr;
    if (parent.mode == VariableMode::nothing) {
        return address;
    }
    const Type* type = deref.parent_deref()->type;
    const Layout layout = layout_of_mode(parent.mode);
    switch (deref.deref) {
    case DerefKind::array: step_by(address, deref, element_stride(type, layout)); break;
    case DerefKind::ptr_as_array:
        step_by(address, deref,
                parent.stride != 0 ? parent.stride : size_and_align(type, layout).size);
        break;
    case DerefKind::structure:
        address.stride = 0;
        add_constant(address, member_offset(type, deref.member, layout));
        break;
    case DerefKind::cast:
        address.stride = deref.cast_stride != 0 ? deref.cast_stride : parent.stride;
        if (deref.align_mul > address.align_mul) {
            address.align_mul = deref.align_mul;
            address.align_offset = deref.align_offset;
        }
        break;
    case DerefKind::var:
    case DerefKind::array_wildcard: return {};
    }
    return address;
}

void MemoryDerefs::step_by(Address& address, DerefInstruction& deref, std::uint64_t stride) {
    const auto constant = constant_components(*deref.index.ssa);
    const bool selects_buffer = address.selects_buffer && deref.deref == DerefKind::array;
    SsaDef*& sum = selects_buffer ? address.buffer : address.offset;
    if (selects_buffer) {
        stride = 1;
        const Type* inner = deref.type;
        while (inner->is_array_type()) {
            stride *= inner->length;
            inner = inner->element;
        }
        address.selects_buffer = deref.type->is_array_type();
    } else {
        address.stride = stride;
    }
    if (!constant.empty()) {
        const unsigned unused = 64U - deref.index.ssa->bit_size;
        const auto index = static_cast<std::uint64_t>(
            static_cast<std::int64_t>(constant[0].u64 << unused) >> unused);
        if (selects_buffer) {
            address.buffer_constant += index * stride;
        } else {
            add_constant(address, index * stride);
        }
        return;
    }
    CoreBuilder b(shader_, Cursor::after_instruction(&deref));
    const unsigned bits = !selects_buffer && is_wide(address) ? 64 : 32;
    SsaDef* index = deref.index.ssa;
    if (index->bit_size != bits) {
        index = bits == 64 ? b.i2i64(index) : b.i2i32(index);
    }
    if (stride != 1) {
        index = b.imul(index, b.imm_bits(stride, bits));
    }
    sum = sum == nullptr ? index : b.iadd(sum, index);
    address.last = sum != deref.index.ssa ? sum->instruction : nullptr;
    if (!selects_buffer && stride != 0) {
        address.align_mul = std::min(address.align_mul, clamped(stride & (~stride + 1)));
        address.align_offset &= address.align_mul - 1;
    }
}

void MemoryDerefs::add_constant(Address& address, std::uint64_t bytes) {
    address.constant += bytes;
    address.align_offset = static_cast<std::uint32_t>((address.align_offset + bytes) &
                                                      (address.align_mul - std::uint64_t{1}));
}

bool MemoryDerefs::has_buffer(const Address& address) const {
    return is_buffer(address.mode) && !is_wide(address);
}

bool MemoryDerefs::is_wide(const Address& address) const {
    return address.mode == VariableMode::mem_global ||
           (address.mode == VariableMode::mem_ssbo && storage_format_ == AddressFormat::global_64);
}

SsaDef* MemoryDerefs::buffer_of(CoreBuilder& b, const Address& address) const {
    SsaDef* constant = b.imm_bits(address.buffer_constant, 32);
    if (address.buffer == nullptr) {
        return constant;
    }
    return address.buffer_constant == 0 ? address.buffer : b.iadd(address.buffer, constant);
}

SsaDef* MemoryDerefs::offset_of(CoreBuilder& b, const Address& address) const {
    const unsigned bits = is_wide(address) ? 64 : 32;
    SsaDef* offset = address.offset;
    if (offset == nullptr) {
        offset = b.imm_bits(address.constant, bits);
    } else if (address.constant != 0) {
        offset = b.iadd(offset, b.imm_bits(address.constant, bits));
    }
    if (address.mode == VariableMode::mem_ssbo && is_wide(address)) {
        SsaDef* buffer = buffer_of(b, address);
        SsaDef* start = &b.load_ssbo_address(1, 64, buffer, b.imm_int(0))->value;
        offset = b.iadd(start, offset);
    }
    return offset;
}

const VariableLowering& MemoryDerefs::lowering_of(const Address& address) const {
    return is_wide(address) ? lowered_space(VariableMode::mem_global)->lowering
                            : lowered_space(address.mode)->lowering;
}

bool MemoryDerefs::visit(IntrinsicInstruction& intrinsic) {
    if (intrinsic.op == IntrinsicOp::place_of_deref) {
        return place(intrinsic);
    }
    const VariableAccess* access = deref_access(intrinsic);
    if (access == nullptr) {
        return false;
    }
    const Address address = address_of(*intrinsic.first_source[access->deref_source].ssa);
    if (address.mode == VariableMode::nothing || address.selects_buffer ||
        lowered_space(address.mode) == nullptr) {
        return false;
    }
    switch (access->action) {
    case VariableAction::load: return load(intrinsic, address);
    case VariableAction::store: return store(intrinsic, *access, address);
    case VariableAction::atomic: return atomic(intrinsic, *access, address);
    case VariableAction::length: return length(intrinsic, address);
    default: return false;
    }
}

// The access to a place, each of its sources where the table says it is.
IntrinsicInstruction* MemoryDerefs::make(CoreBuilder& b, IntrinsicOp op, const Address& address,
                                         unsigned count, unsigned bits,
                                         const Operands& operands) const {
    const MemoryAccess& access = *memory_access(op);
    std::array<SsaDef*, kMaxIntrinsicSources> sources{};
    const auto put = [&](std::int8_t source, SsaDef* value) {
        if (source >= 0) {
            sources[static_cast<std::size_t>(source)] = value;
        }
    };
    if (access.resource_source >= 0) {
        put(access.resource_source, buffer_of(b, address));
    }
    put(access.address_source >= 0 ? access.address_source : access.offset_source,
        offset_of(b, address));
    put(access.value_source, operands.value);
    put(access.data_source, operands.data);
    put(access.compare_source, operands.compare);
    return b.intrinsic(op, count, bits,
                       std::span<SsaDef* const>(sources.data(), intrinsic_info(op).num_sources));
}

void MemoryDerefs::describe(IntrinsicInstruction& made, const Address& address,
                            Access access) const {
    if (made.has_access()) {
        made.set_access(access | address.access);
    }
    if (made.has_align_mul()) {
        made.set_align_mul(address.align_mul)->set_align_offset(address.align_offset);
    }
    if (made.has_range()) {
        made.set_range(address.range != 0 ? clamped(address.range)
                                          : std::numeric_limits<std::uint32_t>::max());
    }
}

bool MemoryDerefs::load(IntrinsicInstruction& intrinsic, const Address& address) {
    const VariableLowering& lowering = lowering_of(address);
    const bool is_unchanging = (intrinsic.access() & Access::can_reorder) != Access::nothing;
    const std::optional<IntrinsicOp> op =
        is_unchanging && lowering.load_unchanging ? lowering.load_unchanging : lowering.load;
    if (!op) {
        return false;
    }
    CoreBuilder b(shader_, Cursor::before_instruction(&intrinsic));
    IntrinsicInstruction* made = make(b, *op, address, intrinsic.value.num_components,
                                      stored_bits(intrinsic.value.bit_size), {});
    describe(*made, address, intrinsic.access());
    SsaDef* value = &made->value;
    if (intrinsic.value.bit_size == 1) {
        value = b.ine(value, b.imm_int(0));
    }
    intrinsic.value.rewrite_uses(value);
    intrinsic.remove();
    return true;
}

bool MemoryDerefs::store(IntrinsicInstruction& intrinsic, const VariableAccess& access,
                         const Address& address) {
    const std::optional<IntrinsicOp> op = lowering_of(address).store;
    if (!op) {
        return false;
    }
    CoreBuilder b(shader_, Cursor::before_instruction(&intrinsic));
    SsaDef* value = intrinsic.first_source[access.value_source].ssa;
    if (value->bit_size == 1) {
        value = b.b2i32(value);
    }
    IntrinsicInstruction* made = make(b, *op, address, value->num_components, 0, {.value = value});
    describe(*made, address, intrinsic.access());
    if (made->has_write_mask()) {
        made->set_write_mask(intrinsic.write_mask());
    }
    intrinsic.remove();
    return true;
}

bool MemoryDerefs::atomic(IntrinsicInstruction& intrinsic, const VariableAccess& access,
                          const Address& address) {
    const bool swaps = access.compare_source >= 0;
    const VariableLowering& lowering = lowering_of(address);
    const std::optional<IntrinsicOp> op = swaps ? lowering.atomic_swap : lowering.atomic;
    if (!op) {
        return false;
    }
    CoreBuilder b(shader_, Cursor::before_instruction(&intrinsic));
    IntrinsicInstruction* made =
        make(b, *op, address, 0, intrinsic.value.bit_size,
             {.data = intrinsic.first_source[access.data_source].ssa,
              .compare = swaps ? intrinsic.first_source[access.compare_source].ssa : nullptr});
    describe(*made, address, intrinsic.access());
    made->set_atomic_op(intrinsic.atomic_op());
    intrinsic.value.rewrite_uses(&made->value);
    intrinsic.remove();
    return true;
}

// Replaces the query by the vector that of_cast() takes apart: the buffer, if there is one, and the
// offset.
bool MemoryDerefs::place(IntrinsicInstruction& query) {
    const Address address = address_of(*query.first_source[0].ssa);
    const unsigned words = has_buffer(address) ? 2 : 1;
    if (address.mode == VariableMode::nothing || address.selects_buffer || is_wide(address) ||
        query.value.num_components != words) {
        return false;
    }
    CoreBuilder b(shader_, Cursor::before_instruction(&query));
    SsaDef* offset = offset_of(b, address);
    if (words == 2) {
        const std::array<Operand, 2> parts = {buffer_of(b, address), offset};
        offset = b.vec(parts);
    }
    query.value.rewrite_uses(offset);
    query.remove();
    return true;
}

// Elements that fit behind the start of the array in the buffer.
bool MemoryDerefs::length(IntrinsicInstruction& query, const Address& address) {
    const DerefInstruction* array = deref_of(query.first_source[0]);
    if (address.mode != VariableMode::mem_ssbo || !array->type->is_unsized()) {
        return false;
    }
    CoreBuilder b(shader_, Cursor::before_instruction(&query));
    SsaDef* size = &b.get_ssbo_size(buffer_of(b, address))->set_access(query.access())->value;
    const std::uint64_t stride = element_stride(array->type, layout_of_mode(address.mode));
    SsaDef* start = is_wide(address) ? b.imm_bits(address.constant, 32) : offset_of(b, address);
    SsaDef* left = b.usub_sat(size, start);
    query.value.rewrite_uses(b.udiv(left, b.imm_bits(std::max<std::uint64_t>(stride, 1), 32)));
    query.remove();
    return true;
}

// Other readers of a dereference get its address, if that is a single value.
bool MemoryDerefs::hand_out_addresses() {
    bool changed = false;
    for (const auto& [deref, address] : addresses_.rows()) {
        changed |= !has_buffer(address) && hand_out(address, *deref);
    }
    return changed;
}

bool MemoryDerefs::hand_out(const Address& address, DerefInstruction& deref) {
    bool changed = false;
    SsaDef* handed = nullptr;
    for (Source& use : deref.value.uses()) {
        if (!reads_pointer(use)) {
            continue;
        }
        if (handed == nullptr) {
            Instruction* last = address.last != nullptr ? address.last : &deref;
            CoreBuilder b(shader_, Cursor::after_instruction(last));
            handed = offset_of(b, address);
        }
        if (handed->bit_size == deref.value.bit_size) {
            use.set(handed);
            changed = true;
        }
    }
    return changed;
}

} // namespace jacquard::nir
