#include <jacquard/generated/passes/split_misaligned_accesses.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/memory/partial_access.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {
namespace {

constexpr unsigned kBitsOfByte = 8;
constexpr unsigned kMostParts = 4; // of one access

// Bytes that the place of an access is known to be a multiple of; 0: nothing is known.
unsigned alignment_of(const IntrinsicInstruction& access) {
    const auto mul = static_cast<std::uint32_t>(access.align_mul());
    const auto offset = static_cast<std::uint32_t>(access.align_offset());
    return offset == 0 ? mul : offset & (~offset + 1);
}

// Values of 16 and 32 bits in parts of 8 and 16, the lowest first.
class PartedAccess {
  public:
    PartedAccess(Shader& shader, IntrinsicInstruction& access, unsigned part_bits)
        : b_(shader, Cursor::before_instruction(&access)), access_(access), part_bits_(part_bits) {}

    bool load() {
        const SsaDef& value = access_.value;
        const unsigned parts_of_value = value.bit_size / part_bits_;
        std::array<Operand, kMaxComponents> values;
        for (unsigned i = 0; i < value.num_components; ++i) {
            SsaDef* parts = &make_partial_access(b_, access_,
                                                 {i * value.bit_size / kBitsOfByte, parts_of_value,
                                                  part_bits_, nullptr})
                                 ->value;
            values[i] = joined(parts, 0, value.bit_size);
        }
        access_.value.rewrite_uses(
            b_.vec(std::span<const Operand>(values.data(), value.num_components)));
        access_.remove();
        return true;
    }

    bool store(SsaDef* value) {
        const unsigned written = access_.has_write_mask()
                                     ? static_cast<unsigned>(access_.write_mask())
                                     : (1U << value->num_components) - 1;
        for (unsigned i = 0; i < value->num_components; ++i) {
            if ((written >> i & 1U) == 0) {
                continue;
            }
            std::array<Operand, kMostParts> parts;
            part(b_.whole(channel(value, i)), parts.data());
            const unsigned count = value->bit_size / part_bits_;
            IntrinsicInstruction* made =
                make_partial_access(b_, access_,
                                    {i * value->bit_size / kBitsOfByte, count, part_bits_,
                                     b_.vec(std::span<const Operand>(parts.data(), count))});
            if (made->has_write_mask()) {
                made->set_write_mask((1U << count) - 1);
            }
        }
        access_.remove();
        return true;
    }

  private:
    // The value of `bits` that begins with a part.
    SsaDef* joined(SsaDef* parts, unsigned first, unsigned bits) {
        if (bits == part_bits_) {
            return b_.whole(channel(parts, first));
        }
        const unsigned half = bits / 2;
        SsaDef* low = resized(joined(parts, first, half), bits);
        SsaDef* high = resized(joined(parts, first + half / part_bits_, half), bits);
        return b_.ior(low, b_.ishl(high, b_.imm_int(half)));
    }

    void part(SsaDef* value, Operand* parts) {
        if (value->bit_size == part_bits_) {
            *parts = value;
            return;
        }
        const unsigned half = value->bit_size / 2U;
        part(resized(value, half), parts);
        part(resized(b_.ushr(value, b_.imm_int(half)), half), parts + half / part_bits_);
    }

    SsaDef* resized(SsaDef* value, unsigned bits) {
        return bits == 8 ? b_.u2u8(value) : bits == 16 ? b_.u2u16(value) : b_.u2u32(value);
    }

    CoreBuilder b_;
    IntrinsicInstruction& access_;
    unsigned part_bits_;
};

bool split_if_misaligned(Shader& shader, IntrinsicInstruction& access) {
    const MemoryAccess* memory = memory_access(access.op);
    if (memory == nullptr || !(memory->is_load() || memory->is_store()) ||
        memory->info().addressing != Addressing::address || !access.has_align_mul() ||
        !has_movable_place(access)) {
        return false;
    }
    SsaDef* value = memory->is_load()
                        ? &access.value
                        : access.first_source[static_cast<unsigned>(memory->value_source)].ssa;
    const unsigned part_bits = alignment_of(access) * kBitsOfByte;
    if (part_bits == 0 || part_bits >= value->bit_size || value->bit_size > 32) {
        return false;
    }
    PartedAccess parted(shader, access, part_bits);
    return memory->is_load() ? parted.load() : parted.store(value);
}

} // namespace

bool split_misaligned_accesses(Shader& shader) {
    return change_instructions<IntrinsicInstruction>(
        shader, [&](IntrinsicInstruction& access) { return split_if_misaligned(shader, access); });
}

} // namespace jacquard::nir
