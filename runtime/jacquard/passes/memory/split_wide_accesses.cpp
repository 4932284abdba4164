#include <jacquard/generated/passes/split_wide_accesses.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/memory/partial_access.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {
namespace {

// Values of 64 bits that one access of four words holds.
constexpr unsigned kMostValues = 2;
constexpr unsigned kValueBytes = 8;

class WordAccess {
  public:
    WordAccess(Shader& shader, IntrinsicInstruction& access)
        : b_(shader, Cursor::before_instruction(&access)), access_(access),
          memory_(*memory_access(access.op)) {}

    void load() {
        std::array<Operand, kMaxComponents> values;
        const unsigned count = access_.value.num_components;
        for (unsigned first = 0; first < count; first += kMostValues) {
            const unsigned some = std::min(kMostValues, count - first);
            SsaDef* words = &access(first, some * 2, nullptr)->value;
            for (unsigned i = 0; i < some; ++i) {
                values[first + i] =
                    b_.pack_64_2x32_split(channel(words, 2 * i), channel(words, 2 * i + 1));
            }
        }
        access_.value.rewrite_uses(b_.vec(std::span<const Operand>(values.data(), count)));
        access_.remove();
    }

    void store() {
        SsaDef* value = source(memory_.value_source);
        const unsigned written = access_.has_write_mask()
                                     ? static_cast<unsigned>(access_.write_mask())
                                     : (1U << value->num_components) - 1;
        for (unsigned first = 0; first < value->num_components; first += kMostValues) {
            const unsigned some = std::min(kMostValues, value->num_components - first);
            std::array<Operand, 2 * kMostValues> words;
            unsigned mask = 0;
            for (unsigned i = 0; i < some; ++i) {
                words[2 * i] = b_.unpack_64_2x32_split_x(channel(value, first + i));
                words[2 * i + 1] = b_.unpack_64_2x32_split_y(channel(value, first + i));
                mask |= (written >> (first + i) & 1U) != 0 ? 3U << (2 * i) : 0U;
            }
            if (mask != 0) {
                IntrinsicInstruction* made =
                    access(first, some * 2,
                           b_.vec(std::span<const Operand>(words.data(), std::size_t{2} * some)));
                if (made->has_write_mask()) {
                    made->set_write_mask(mask);
                }
            }
        }
        access_.remove();
    }

  private:
    [[nodiscard]] SsaDef* source(int number) const {
        return access_.first_source[static_cast<unsigned>(number)].ssa;
    }

    // The access to the words of values from number `first` on; null: they are loaded.
    IntrinsicInstruction* access(unsigned first, unsigned num_words, SsaDef* stored) {
        return make_partial_access(b_, access_, {first * kValueBytes, num_words, 32, stored});
    }

    CoreBuilder b_;
    IntrinsicInstruction& access_;
    const MemoryAccess& memory_;
};

// More values than fit into four words need an offset or address that can be moved by bytes; a slot
// never holds more.
bool can_split(const IntrinsicInstruction& instruction, const MemoryAccess& access,
               unsigned num_values) {
    return access.info().addressing == Addressing::slot ? num_values <= kMostValues
                                                        : has_movable_place(instruction);
}

bool split(Shader& shader, IntrinsicInstruction& access) {
    const MemoryAccess* memory = memory_access(access.op);
    if (memory == nullptr || !(memory->is_load() || memory->is_store())) {
        return false;
    }
    const SsaDef* value =
        memory->is_load() ? &access.value
                          : access.first_source[static_cast<unsigned>(memory->value_source)].ssa;
    if (value->bit_size != 64 || !can_split(access, *memory, value->num_components)) {
        return false;
    }
    WordAccess words(shader, access);
    if (memory->is_load()) {
        words.load();
    } else {
        words.store();
    }
    return true;
}

} // namespace

bool split_wide_accesses(Shader& shader) {
    return change_instructions<IntrinsicInstruction>(
        shader, [&](IntrinsicInstruction& access) { return split(shader, access); });
}

} // namespace jacquard::nir
