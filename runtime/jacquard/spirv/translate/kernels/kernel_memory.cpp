#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/spirv/translate/kernels/kernel_memory.h>
#include <jacquard/spirv/translate/pointers/addresses.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <algorithm>
#include <bit>

// Accesses of kernels that say themselves how much they reach.
namespace jacquard::spirv {

namespace {

constexpr std::uint64_t kMostCopiedWords = 1024;

// The memory as the module first pointed at it.
const Pointer& origin_of(const Pointer& pointer) {
    const Pointer* at = &pointer;
    while (at->cast_from != nullptr && at->path == nullptr) {
        at = at->cast_from;
    }
    return *at;
}

} // namespace

// The type as which both sides are copied at once: one of them is of that many bytes.
const Type* KernelMemory::common_type(const Pointer& to, const Pointer& from,
                                      std::uint64_t bytes) const {
    const auto is_whole = [&](const Pointer& side) {
        return side.pointee->bytes == bytes && !side.pointee->holds_opaque;
    };
    const Pointer& first = origin_of(to);
    const Pointer& second = origin_of(from);
    const bool is_named = first.alignment == 0;
    if (is_named && is_whole(first)) {
        return first.pointee;
    }
    if (is_whole(second)) {
        return second.pointee;
    }
    return is_whole(first) ? first.pointee : nullptr;
}

void KernelMemory::copy_words(const Pointer& to, const Pointer& from, std::uint64_t bytes,
                              std::uint32_t alignment) {
    std::uint32_t step = std::min(alignment, 4U);
    if (bytes / step > kMostCopiedWords) {
        unsupported("copies of " + std::to_string(bytes) + " bytes are");
    }
    for (std::uint64_t at = 0; at < bytes; at += step) {
        while (step > bytes - at) {
            step /= 2;
        }
        const Type& word = types_.integer(step * 8);
        const auto part = [&](const Pointer& whole) {
            Pointer made = addresses_.viewed_as(whole, word);
            made.alignment = made.alignment != 0 ? step : 0;
            return addresses_.stepped(made, b().imm_bits(at / step, 32));
        };
        const Value& copied = memory_.load(part(from), nir::Access::nothing);
        memory_.store(part(to), copied, nir::Access::nothing);
    }
}

void KernelMemory::translate_copy_sized() {
    const Pointer& to = pointers_.pointer(word(0));
    const Pointer& from = pointers_.pointer(word(1));
    if (constants_.find(word(2)) == nullptr) {
        unsupported("copies of a number of bytes that is no constant are");
    }
    const std::uint64_t bytes = constants_.constant_number(word(2));
    const MemoryOperands stored = memory_.memory_operands(3);
    const MemoryOperands loaded =
        stored.end < now().words.size() ? memory_.memory_operands(stored.end) : stored;
    if (bytes == 0) {
        return;
    }
    const Type* type = common_type(to, from, bytes);
    if (type == nullptr) {
        const std::uint32_t known =
            std::min(std::max(stored.alignment, 1U), std::max(loaded.alignment, 1U));
        copy_words(to, from, bytes, known);
        return;
    }
    const Value& copied = memory_.load(
        addresses_.aligned(addresses_.viewed_as(from, *type), loaded.alignment), loaded.access);
    memory_.store(addresses_.aligned(addresses_.viewed_as(to, *type), stored.alignment), copied,
                  stored.access);
}

// The first of the scalars of a vector: the pointer, and as many vectors behind it.
Pointer KernelMemory::vector_at(std::size_t pointer_word, SsaDef* offset, const Type& scalar,
                                unsigned count) {
    const Pointer& start = pointers_.pointer(word(pointer_word));
    if (!start.pointee->is_vector_or_scalar() || start.pointee->components() != 1 ||
        start.pointee->scalar.bit_size != scalar.scalar.bit_size) {
        malformed("it does not point at scalars of its type");
    }
    SsaDef* index = widths_.as_width(offset, start.alignment != 0 ? 64 : 32, false);
    const bool is_whole = now().info->has(HandlingFlag::whole_vectors);
    const unsigned stride = is_whole ? std::bit_ceil(count) : count;
    index = b().imul(index, b().imm_bits(stride, index->bit_size));
    return addresses_.stepped(addresses_.aligned(start, start.pointee->scalar.bit_size / 8U),
                              index);
}

// The scalars from one of a vector on, as many as an access takes, of so many that are left.
nir::DerefInstruction* KernelMemory::place_of(const Pointer& first, unsigned c, unsigned left,
                                              unsigned& length) {
    const bool is_by_number = first.alignment != 0;
    length = is_by_number ? std::min(left, kMaxAccessComponents) : 1;
    const Pointer at =
        c == 0 ? first : addresses_.stepped(first, b().imm_bits(c, is_by_number ? 64 : 32));
    nir::DerefInstruction* place = pointers_.deref(at);
    if (is_by_number) {
        const nir::AluType scalar = first.pointee->scalar;
        place = b().deref_cast(&place->value, at.modes, shader().vector_type(scalar, length));
        place->align_mul = scalar.bit_size / 8U;
    }
    return place;
}

nir::SsaDef* KernelMemory::load_components(const Pointer& first, unsigned count) {
    std::vector<nir::Operand> components;
    unsigned length = 0;
    for (unsigned c = 0; c < count; c += length) {
        SsaDef* loaded = b().load_deref(place_of(first, c, count - c, length));
        loaded->instruction->as<nir::IntrinsicInstruction>()->set_access(
            Memory::access_to(first, nir::Access::nothing));
        for (unsigned i = 0; i < length; ++i) {
            components.push_back(nir::channel(loaded, i));
        }
    }
    return b().vec(components);
}

void KernelMemory::store_components(const Pointer& first, SsaDef* value) {
    Memory::check_writable(first);
    unsigned length = 0;
    for (unsigned c = 0; c < value->num_components; c += length) {
        nir::DerefInstruction* place = place_of(first, c, value->num_components - c, length);
        std::vector<nir::Operand> components;
        for (unsigned i = 0; i < length; ++i) {
            components.push_back(nir::channel(value, c + i));
        }
        b().store_deref(&place->value, b().vec(components))
            ->set_access(Memory::access_to(first, nir::Access::nothing));
    }
}

// Operands: the offset and the pointer, and behind them how many components there are.
void KernelMemory::translate_vector_load() {
    const bool is_half = now().info->has(HandlingFlag::halves);
    if (now().type == nullptr || !now().type->is_vector_or_scalar()) {
        malformed("its type is not a scalar or vector");
    }
    const Type& type = *now().type;
    const Type& scalar = is_half                         ? types_.integer(16)
                         : type.kind == TypeKind::vector ? *type.element
                                                         : type;
    const Pointer first = vector_at(1, values_.operand_def(0), scalar, type.components());
    SsaDef* loaded = load_components(first, type.components());
    if (is_half) {
        loaded = type.scalar.bit_size == 32 ? b().f2f32(loaded) : b().f2f64(loaded);
    }
    values_.define(loaded);
}

nir::SsaDef* KernelMemory::narrowed(SsaDef* value) {
    if (value->bit_size != 32) {
        unsupported("halves that are made of floats of 64 bits are");
    }
    nir::Opcode opcode = nir::Opcode::f2f16_rtne;
    if (now().words.size() > 3) {
        const Enumerant* mode = find_enumerant(OperandKind::fp_rounding_mode, word(3));
        if (mode == nullptr) {
            malformed("there is no rounding mode " + std::to_string(word(3)));
        }
        switch (static_cast<FpRoundingMode>(mode->value)) {
        case FpRoundingMode::RTE: break;
        case FpRoundingMode::RTZ: opcode = nir::Opcode::f2f16_rtz; break;
        default: unsupported("halves that are rounded by " + std::string(mode->name) + " are");
        }
    }
    return b().alu(opcode, {value});
}

// Operands: the value, the offset, the pointer, and how it is rounded.
void KernelMemory::translate_vector_store() {
    const Value& value = values_.operand(0);
    if (value.def == nullptr || !value.type->is_vector_or_scalar()) {
        malformed("it stores a scalar or vector");
    }
    const Type& type = *value.type;
    const bool is_half = now().info->has(HandlingFlag::halves);
    const Type& scalar = is_half                         ? types_.integer(16)
                         : type.kind == TypeKind::vector ? *type.element
                                                         : type;
    const Pointer first = vector_at(2, values_.operand_def(1), scalar, type.components());
    const bool was_exact = b().exact;
    b().exact = true;
    SsaDef* stored = is_half ? narrowed(value.def) : value.def;
    b().exact = was_exact;
    store_components(first, stored);
}

} // namespace jacquard::spirv
