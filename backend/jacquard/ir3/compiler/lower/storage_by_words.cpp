// Storage buffers by words.
//
// Before: values of storage buffers have at most 32 bits. After: they are wider than what the
// machine does not move.

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/lower/storage_by_words.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <array>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

constexpr unsigned kByteBits = 8;
constexpr std::int32_t kWordBytes = 4;

class NarrowAccess {
  public:
    NarrowAccess(nir::Shader& shader, IntrinsicInstruction& access, unsigned bits)
        : b_(shader, nir::Cursor::before_instruction(&access)), access_(access), bits_(bits) {
        const nir::MemoryAccess& memory = *nir::memory_access(access.op);
        buffer_ = access.sources()[static_cast<std::size_t>(memory.resource_source)].ssa;
        offset_ = access.sources()[static_cast<std::size_t>(memory.offset_source)].ssa;
    }

    void load() {
        std::array<nir::Operand, nir::kMaxComponents> values;
        const unsigned count = access_.value.num_components;
        for (unsigned i = 0; i < count; ++i) {
            go_to(i);
            IntrinsicInstruction* word = b_.load_ssbo(1, 32, buffer_, word_);
            word->set_align_mul(kWordBytes)->set_align_offset(0)->set_access(access_.access());
            SsaDef* bits = b_.ushr(&word->value, shift_);
            values[i] = bits_ == kByteBits ? b_.u2u8(bits) : b_.u2u16(bits);
        }
        access_.value.rewrite_uses(b_.vec(std::span<const nir::Operand>(values.data(), count)));
        access_.remove();
    }

    void store(SsaDef* value) {
        const unsigned mask = access_.write_mask();
        for (unsigned i = 0; i < value->num_components; ++i) {
            if ((mask >> i & 1U) == 0) {
                continue;
            }
            go_to(i);
            const auto ones = static_cast<std::int32_t>((1U << bits_) - 1);
            change(nir::AtomicOp::iand, b_.inot(b_.ishl(b_.imm_int(ones), shift_)));
            change(nir::AtomicOp::ior, b_.ishl(b_.u2u32(nir::channel(value, i)), shift_));
        }
        access_.remove();
    }

  private:
    // Where the word of a component begins, and which of its bits the component begins with.
    void go_to(unsigned component) {
        const auto bytes = static_cast<std::int32_t>(component * bits_ / kByteBits);
        SsaDef* place = component == 0 ? offset_ : b_.iadd(offset_, b_.imm_int(bytes));
        word_ = b_.iand(place, b_.imm_int(-kWordBytes));
        shift_ = b_.ishl(b_.iand(place, b_.imm_int(kWordBytes - 1)), b_.imm_int(3));
    }

    void change(nir::AtomicOp operation, SsaDef* data) {
        b_.ssbo_atomic(32, buffer_, word_, data)
            ->set_access(access_.access())
            ->set_atomic_op(operation);
    }

    nir::CoreBuilder b_;
    IntrinsicInstruction& access_;
    unsigned bits_;
    SsaDef* buffer_ = nullptr;
    SsaDef* offset_ = nullptr;
    SsaDef* word_ = nullptr;
    SsaDef* shift_ = nullptr;
};

bool lower_narrow(nir::Shader& shader, IntrinsicInstruction& access, unsigned widest_bits) {
    const bool is_load = access.op == IntrinsicOp::load_ssbo;
    if (!is_load && access.op != IntrinsicOp::store_ssbo) {
        return false;
    }
    SsaDef* stored =
        is_load
            ? nullptr
            : access
                  .sources()[static_cast<std::size_t>(nir::memory_access(access.op)->value_source)]
                  .ssa;
    const unsigned bits = is_load ? access.value.bit_size : stored->bit_size;
    if (bits < kByteBits || bits > widest_bits) {
        return false;
    }
    NarrowAccess narrow(shader, access, bits);
    if (is_load) {
        narrow.load();
    } else {
        narrow.store(stored);
    }
    return true;
}

} // namespace

bool storage_by_words(nir::Shader& shader, unsigned widest_bits) {
    const auto change = [&shader, widest_bits](IntrinsicInstruction& access) {
        return lower_narrow(shader, access, widest_bits);
    };
    const bool may_access =
        shader.may_have(IntrinsicOp::load_ssbo) || shader.may_have(IntrinsicOp::store_ssbo);
    return may_access && nir::change_instructions<IntrinsicInstruction>(shader, change);
}

} // namespace jacquard::ir3
