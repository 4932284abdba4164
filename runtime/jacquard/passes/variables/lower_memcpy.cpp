#include <jacquard/generated/passes/lower_memcpy.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/type_layout.h>
#include <jacquard/passes/util/memory/memory_derefs.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace jacquard::nir {
namespace {

constexpr std::uint32_t kLongestWord = 4;
constexpr std::uint64_t kMaxWordsInLine = 64;

// Bytes that the place a dereference names is known to be a multiple of.
std::uint32_t alignment_of(const DerefInstruction& deref) {
    if (deref.deref == DerefKind::cast && deref.align_mul != 0) {
        const std::uint32_t bits = deref.align_mul | deref.align_offset;
        return bits & (~bits + 1);
    }
    return size_and_align(deref.type, layout_of_mode(deref.modes)).align;
}

class LowerMemcpy {
  public:
    LowerMemcpy(Shader& shader, IntrinsicInstruction& copy, DerefInstruction& to,
                DerefInstruction& from)
        : shader_(shader), b_(shader, Cursor::before_instruction(&copy)), copy_(copy), to_(to),
          from_(from) {}

    void run() {
        const auto size = constant_components(*copy_.first_source[2].ssa);
        if (size.empty()) {
            copy_in_loop(1, copy_.first_source[2].ssa);
        } else if (is_whole(size[0].u64)) {
            b_.copy_deref(&to_.value, &from_.value)
                ->set_dst_access(copy_.dst_access())
                ->set_src_access(copy_.src_access());
        } else {
            copy_bytes(size[0].u64);
        }
        copy_.remove();
    }

  private:
    [[nodiscard]] bool is_whole(std::uint64_t bytes) const {
        return to_.type == from_.type && !to_.type->contains_opaque && bytes != 0 &&
               bytes == size_and_align(to_.type, layout_of_mode(to_.modes)).size &&
               layout_of_mode(to_.modes) == layout_of_mode(from_.modes);
    }

    void copy_bytes(std::uint64_t bytes) {
        std::uint32_t word =
            std::bit_floor(std::min({kLongestWord, alignment_of(to_), alignment_of(from_)}));
        const std::uint64_t num_words = bytes / word;
        std::uint64_t at = 0;
        if (num_words > kMaxWordsInLine) {
            const unsigned width = std::bit_width(num_words) > 31 ? 64 : 32;
            copy_in_loop(word, b_.imm_int(static_cast<std::int64_t>(num_words), width));
            at = num_words * word;
        }
        for (; at < bytes; at += word) {
            while (word > bytes - at) {
                word /= 2;
            }
            copy_word(word, b_.imm_int(static_cast<std::int64_t>(at / word), to_.value.bit_size));
        }
    }

    void copy_in_loop(std::uint32_t word, SsaDef* count) {
        const unsigned width = count->bit_size;
        SsaDef* first = b_.imm_int(0, width);
        LoopNode* loop = b_.push_loop();
        PhiInstruction* number = shader_.make_phi(1, width);
        b_.insert(number);
        IfNode* end = b_.push_if(b_.uge(&number->value, count));
        b_.jump(JumpKind::break_loop);
        b_.pop_if(end);
        copy_word(word, &number->value);
        SsaDef* next = b_.iadd(&number->value, b_.imm_int(1, width));
        shader_.add_phi_source(number, loop->block_before(), first);
        shader_.add_phi_source(number, loop->body.last_block(), next);
        b_.pop_loop(loop);
    }

    void copy_word(std::uint32_t word, SsaDef* number) {
        const Type* type =
            shader_.scalar_type({BaseType::uint_type, static_cast<std::uint8_t>(8 * word)});
        IntrinsicInstruction* load =
            b_.load_deref(1, 8 * word, &word_of(from_, type, word, number)->value);
        load->set_access(copy_.src_access());
        b_.store_deref(&word_of(to_, type, word, number)->value, &load->value)
            ->set_access(copy_.dst_access())
            ->set_write_mask(1);
    }

    DerefInstruction* word_of(DerefInstruction& whole, const Type* type, std::uint32_t word,
                              SsaDef* number) {
        DerefInstruction* words = b_.deref_cast(&whole.value, whole.modes, type, word);
        const unsigned width = words->value.bit_size;
        if (number->bit_size != width) {
            number = width == 64 ? b_.u2u64(number) : b_.u2u32(number);
        }
        return b_.deref_ptr_as_array(words, number);
    }

    Shader& shader_;
    CoreBuilder b_;
    IntrinsicInstruction& copy_;
    DerefInstruction& to_;
    DerefInstruction& from_;
};

// From the last to the first, so that what stands behind one is moved only as far as the next.
bool lower(Shader& shader, Function& function) {
    std::vector<IntrinsicInstruction*> copies;
    for (Block& block : function.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            auto* copy = instruction.as<IntrinsicInstruction>();
            if (copy != nullptr && copy->op == IntrinsicOp::memcpy_deref &&
                deref_of(copy->first_source[0]) != nullptr &&
                deref_of(copy->first_source[1]) != nullptr) {
                copies.push_back(copy);
            }
        }
    }
    for (std::size_t i = copies.size(); i-- > 0;) {
        LowerMemcpy(shader, *copies[i], *deref_of(copies[i]->first_source[0]),
                    *deref_of(copies[i]->first_source[1]))
            .run();
    }
    if (!copies.empty()) {
        function.link_blocks();
        remove_unused_derefs(function);
    }
    return !copies.empty();
}

} // namespace

bool lower_memcpy(Shader& shader) {
    if (!shader.may_have(IntrinsicOp::memcpy_deref)) {
        return false;
    }
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= lower(shader, function);
    }
    return changed;
}

} // namespace jacquard::nir
