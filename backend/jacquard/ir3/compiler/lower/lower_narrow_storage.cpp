// Storage buffers by words.
//
// Before: values of storage buffers have at most 32 bits. After: they are wider than what the
// machine does not move, and bytes where it moves them are moved one by one.

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/ir3/compiler/lower/lower_narrow_storage.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <array>

namespace jacquard::ir3 {

namespace {

using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

constexpr unsigned kByteBits = 8;
constexpr unsigned kWordBits = 32;
constexpr unsigned kWordBytes = 4;

class NarrowAccess {
  public:
    NarrowAccess(nir::Shader& shader, IntrinsicInstruction& access, unsigned bits)
        : b_(shader, nir::Cursor::before_instruction(&access)), access_(access), bytes_(bits / 8) {
        const nir::MemoryAccess& memory = *nir::memory_access(access.op);
        buffer_ = access.sources()[static_cast<std::size_t>(memory.resource_source)].ssa;
        offset_ = access.sources()[static_cast<std::size_t>(memory.offset_source)].ssa;
    }

    // Loads whole words if their alignment is known and a word has more than one component, else
    // `single` components.
    void load(bool single) {
        std::array<nir::Operand, nir::kMaxComponents> values;
        const unsigned count = access_.value.num_components;
        const bool by_words = !single || (is_known() && count > 1);
        for (unsigned i = 0; i < count; ++i) {
            values[i] = !by_words    ? load_single(i)
                        : is_known() ? narrow(known_word(i), byte_of(i) * kByteBits)
                                     : part_of_word(i);
        }
        access_.value.rewrite_uses(b_.vec(std::span<const nir::Operand>(values.data(), count)));
        access_.remove();
    }

    void store(SsaDef* value, bool single) {
        for (unsigned i = 0; i < value->num_components; ++i) {
            if (!is_written(i)) {
                continue;
            }
            if (fills_word(i, value->num_components)) {
                store_word(value, i);
                i += kWordBytes / bytes_ - 1;
            } else if (single) {
                SsaDef* at = place(i);
                finish(b_.store_ssbo(b_.mov(nir::channel(value, i)), buffer_, at), i, 1);
            } else {
                change_word(value, i);
            }
        }
        access_.remove();
    }

  private:
    [[nodiscard]] bool is_known() const { return access_.align_mul() >= kWordBytes; }
    [[nodiscard]] bool is_written(unsigned component) const {
        return (access_.write_mask() >> component & 1U) != 0;
    }
    // The byte of its word with which a component begins, where that is known.
    [[nodiscard]] unsigned byte_of(unsigned component) const {
        return (access_.align_offset() + component * bytes_) % kWordBytes;
    }
    [[nodiscard]] bool fills_word(unsigned component, unsigned count) const {
        const unsigned parts = kWordBytes / bytes_;
        bool fills = is_known() && byte_of(component) == 0 && component + parts <= count;
        for (unsigned i = 0; fills && i < parts; ++i) {
            fills = is_written(component + i);
        }
        return fills;
    }

    SsaDef* moved(std::int32_t bytes) {
        return bytes == 0 ? offset_ : b_.iadd(offset_, b_.imm_int(bytes));
    }
    SsaDef* place(unsigned component) {
        return moved(static_cast<std::int32_t>(component * bytes_));
    }

    // Gives a new access the ordering and the alignment of the original one.
    void finish(IntrinsicInstruction* made, unsigned component, unsigned mask) {
        made->set_align_mul(access_.align_mul())
            ->set_align_offset((access_.align_offset() + component * bytes_) % access_.align_mul())
            ->set_access(access_.access());
        if (mask != 0) {
            made->set_write_mask(mask);
        }
    }

    SsaDef* load_single(unsigned component) {
        IntrinsicInstruction* load = b_.load_ssbo(1, bytes_ * kByteBits, buffer_, place(component));
        finish(load, component, 0);
        return &load->value;
    }

    SsaDef* load_word(SsaDef* word_offset) {
        IntrinsicInstruction* word = b_.load_ssbo(1, kWordBits, buffer_, word_offset);
        word->set_align_mul(kWordBytes)->set_align_offset(0)->set_access(access_.access());
        return &word->value;
    }

    SsaDef* known_word(unsigned component) {
        const unsigned first = access_.align_offset() % kWordBytes;
        const unsigned number = (first + component * bytes_) / kWordBytes;
        SsaDef*& word = words_[number];
        if (word == nullptr) {
            word = load_word(moved(static_cast<std::int32_t>(number * kWordBytes) -
                                   static_cast<std::int32_t>(first)));
        }
        return word;
    }

    SsaDef* narrow(SsaDef* word, unsigned shift) {
        return narrow(shift == 0 ? word : b_.ushr(word, b_.imm_int(static_cast<int>(shift))));
    }
    SsaDef* narrow(SsaDef* bits) { return bytes_ == 1 ? b_.u2u8(bits) : b_.u2u16(bits); }

    SsaDef* part_of_word(unsigned component) {
        go_to(component);
        return narrow(b_.ushr(load_word(word_), shift_));
    }

    void store_word(SsaDef* value, unsigned first) {
        SsaDef* word = nullptr;
        for (unsigned i = 0; i < kWordBytes / bytes_; ++i) {
            SsaDef* part = b_.u2u32(nir::channel(value, first + i));
            word =
                i == 0
                    ? part
                    : b_.ior(word,
                             b_.ishl(part, b_.imm_int(static_cast<int>(i * bytes_ * kByteBits))));
        }
        finish(b_.store_ssbo(word, buffer_, place(first)), first, 1);
    }

    void change_word(SsaDef* value, unsigned component) {
        go_to(component);
        const auto ones = static_cast<std::int32_t>((1U << bytes_ * kByteBits) - 1);
        change(nir::AtomicOp::iand, b_.inot(b_.ishl(b_.imm_int(ones), shift_)));
        change(nir::AtomicOp::ior, b_.ishl(b_.u2u32(nir::channel(value, component)), shift_));
    }

    // Computes the address of the word that holds a component, and at which of its bits the
    // component begins.
    void go_to(unsigned component) {
        SsaDef* byte = place(component);
        word_ = b_.iand(byte, b_.imm_int(-static_cast<std::int32_t>(kWordBytes)));
        SsaDef* three = b_.imm_int(3);
        shift_ = b_.ishl(b_.iand(byte, b_.imm_int(kWordBytes - 1)), three);
    }

    void change(nir::AtomicOp operation, SsaDef* data) {
        b_.ssbo_atomic(kWordBits, buffer_, word_, data)
            ->set_access(access_.access())
            ->set_atomic_op(operation);
    }

    nir::CoreBuilder b_;
    IntrinsicInstruction& access_;
    unsigned bytes_; // of a component
    SsaDef* buffer_ = nullptr;
    SsaDef* offset_ = nullptr;
    SsaDef* word_ = nullptr;
    SsaDef* shift_ = nullptr;
    std::array<SsaDef*, nir::kMaxComponents + 1> words_{};
};

bool lower_narrow(nir::Shader& shader, IntrinsicInstruction& access, const MachineFacts& machine) {
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
    const SsaDef& moved = is_load ? access.value : *stored;
    const unsigned bits = moved.bit_size;
    const bool moves_bytes =
        bits == kByteBits && machine.bindless_descriptors && machine.byte_storage;
    if (bits < kByteBits || bits > (machine.slot_memory ? 16U : 8U) ||
        (moves_bytes && moved.num_components == 1)) {
        return false;
    }
    NarrowAccess narrow(shader, access, bits);
    if (is_load) {
        narrow.load(moves_bytes);
    } else {
        narrow.store(stored, moves_bytes);
    }
    return true;
}

} // namespace

bool lower_narrow_storage(nir::Shader& shader, const MachineFacts& machine) {
    const auto change = [&shader, &machine](IntrinsicInstruction& access) {
        return lower_narrow(shader, access, machine);
    };
    const bool may_access =
        shader.may_have(IntrinsicOp::load_ssbo) || shader.may_have(IntrinsicOp::store_ssbo);
    return may_access && nir::change_instructions<IntrinsicInstruction>(shader, change);
}

} // namespace jacquard::ir3
