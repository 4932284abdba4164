#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/load_by_words.h>
#include <jacquard/nir/build/core_builder.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {
namespace {

constexpr unsigned kWordBytes = 4;
constexpr unsigned kWordBits = 32;
constexpr unsigned kByteBits = 8;

class NarrowLoad {
  public:
    NarrowLoad(Shader& shader, IntrinsicInstruction& load)
        : b_(shader, Cursor::before_instruction(&load)), load_(load),
          offset_source_(static_cast<unsigned>(memory_access(load.op)->offset_source)),
          bytes_(load.value.bit_size / kByteBits), offset_(load.first_source[offset_source_].ssa) {
        // The instruction's base may be in the middle of a word.
        if (load.has_base() && load.base() % std::int64_t{kWordBytes} != 0) {
            offset_ = b_.iadd(offset_, b_.imm_int(load.base()));
            base_ = 0;
        }
    }

    void lower() {
        std::array<Operand, kMaxComponents> values;
        for (unsigned i = 0; i < load_.value.num_components; ++i) {
            values[i] = is_known() ? at_known_place(i) : at_any_place(i);
        }
        load_.value.rewrite_uses(
            b_.vec(std::span<const Operand>(values.data(), load_.value.num_components)));
        load_.remove();
    }

  private:
    // Returns true if it is known which byte of a word the first value begins with.
    [[nodiscard]] bool is_known() const { return load_.align_mul() >= kWordBytes; }
    [[nodiscard]] unsigned first_byte() const { return load_.align_offset() % kWordBytes; }

    SsaDef* at_known_place(unsigned number) {
        const unsigned byte = first_byte() + number * bytes_;
        SsaDef*& word = words_[byte / kWordBytes];
        if (word == nullptr) {
            const auto start = static_cast<std::int64_t>(byte / kWordBytes * kWordBytes);
            word = load_word(moved(start - first_byte()));
        }
        return narrow(b_.ushr(word, b_.imm_int(byte % kWordBytes * kByteBits)));
    }

    SsaDef* at_any_place(unsigned number) {
        SsaDef* place = moved(std::int64_t{number} * bytes_);
        SsaDef* word = load_word(b_.iand(place, b_.imm_int(-std::int64_t{kWordBytes})));
        SsaDef* byte = b_.iand(place, b_.imm_int(kWordBytes - 1));
        return narrow(b_.ushr(word, b_.imul(byte, b_.imm_int(kByteBits))));
    }

    SsaDef* moved(std::int64_t bytes) {
        return bytes == 0 ? offset_ : b_.iadd(offset_, b_.imm_int(bytes));
    }

    SsaDef* load_word(SsaDef* offset) {
        std::array<SsaDef*, kMaxIntrinsicSources> sources{};
        for (unsigned i = 0; i < load_.num_sources; ++i) {
            sources[i] = i == offset_source_ ? offset : load_.first_source[i].ssa;
        }
        IntrinsicInstruction* made = b_.intrinsic(
            load_.op, 1, kWordBits, std::span<SsaDef* const>(sources.data(), load_.num_sources));
        std::copy_n(load_.indices, load_.info().num_indices, made->indices);
        made->set_align_mul(kWordBytes);
        made->set_align_offset(0);
        if (made->has_base() && base_ == 0) {
            made->set_base(0);
        }
        return &made->value;
    }

    SsaDef* narrow(SsaDef* word) { return bytes_ == 1 ? b_.u2u8(word) : b_.u2u16(word); }

    CoreBuilder b_;
    IntrinsicInstruction& load_;
    unsigned offset_source_;
    unsigned bytes_;
    SsaDef* offset_;
    std::int64_t base_ = -1; // 0: it is part of the offset
    std::array<SsaDef*, kMaxComponents + 1> words_{};
};

// Memory that nobody writes has no neighbours that a wider load could miss.
bool is_narrow_load(const IntrinsicInstruction& load) {
    const MemoryAccess* memory = memory_access(load.op);
    return memory != nullptr && memory->is_load() && memory->offset_source >= 0 &&
           memory->unit == 1 && !memory->info().is_changing() &&
           (memory->info().addressing == Addressing::offset ||
            memory->info().addressing == Addressing::buffer) &&
           load.has_align_mul() && load.has_align_offset() &&
           (load.value.bit_size == 8 || load.value.bit_size == 16);
}

} // namespace

bool load_by_words(Shader& shader) {
    if (!shader.made.has_values(8) && !shader.made.has_values(16)) {
        return false;
    }
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* load = instruction.as<IntrinsicInstruction>();
                if (load != nullptr && is_narrow_load(*load)) {
                    NarrowLoad(shader, *load).lower();
                    changed = true;
                }
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
