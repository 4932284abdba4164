#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/passes/lower_ubo_to_vec4.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::nir {
namespace {

constexpr unsigned kVectorBytes = 16;
constexpr unsigned kVectorShift = 4;
// Sums of addresses are taken apart so far.
constexpr unsigned kMostTerms = 16;
// No element of an array in a buffer is larger.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 28;

// An offset as a number of vectors, where each of its terms is known to be one but for a constant:
// elements of an array of structures share what differs in constants alone. Offsets that wrap round
// lie outside of any buffer, and what is read there is open.
class VectorNumber {
  public:
    explicit VectorNumber(CoreBuilder& builder) : b_(builder) {}

    // Adds a component of a value, times a number. Returns false if some term may be no multiple of
    // a vector.
    bool add(const SsaDef& value, unsigned component, std::uint32_t factor = 1) {
        if (++num_terms_ > kMostTerms || value.bit_size != 32) {
            return false;
        }
        if (const auto constants = constant_components(value); !constants.empty()) {
            bytes_ += std::int64_t{static_cast<std::int32_t>(constants[component].u32)} * factor;
            return true;
        }
        const auto* alu = value.instruction->as<AluInstruction>();
        if (alu == nullptr) {
            return add_product(value, component, factor);
        }
        const AluSource& first = alu->first_source[0];
        if (alu->opcode == core::mov) {
            return add(*first.ssa, first.swizzle[component], factor);
        }
        if (alu->opcode != core::iadd && alu->opcode != core::imul && alu->opcode != core::ishl) {
            return add_product(value, component, factor);
        }
        const AluSource& second = alu->first_source[1];
        const auto constants = constant_components(*second.ssa);
        if (alu->opcode == core::iadd) {
            // The product of a sum is one product, those of its parts would be two.
            if (factor != 1 && constants.empty()) {
                return add_product(value, component, factor);
            }
            return add(*first.ssa, first.swizzle[component], factor) &&
                   add(*second.ssa, second.swizzle[component], factor);
        }
        if (constants.empty()) {
            return add_product(value, component, factor);
        }
        const std::uint32_t number = constants[second.swizzle[component]].u32;
        const std::uint64_t whole = alu->opcode == core::imul
                                        ? std::uint64_t{factor} * number
                                        : std::uint64_t{factor} << std::min(number, 31U);
        return whole <= kMostBytes &&
               add(*first.ssa, first.swizzle[component], static_cast<std::uint32_t>(whole));
    }

    // Null where the offset is a constant.
    [[nodiscard]] SsaDef* sum() const { return sum_; }
    // Vectors to add.
    [[nodiscard]] std::int64_t base() const { return bytes_ >> kVectorShift; }

  private:
    bool add_product(const SsaDef& value, unsigned component, std::uint32_t factor) {
        if (factor % kVectorBytes != 0) {
            return false;
        }
        const std::uint32_t vectors = factor / kVectorBytes;
        const Operand one = channel(const_cast<SsaDef*>(&value), component);
        SsaDef* product = vectors == 1 ? b_.whole(one) : b_.imul(one, b_.imm_int(vectors));
        sum_ = sum_ == nullptr ? product : b_.iadd(sum_, product);
        return true;
    }

    CoreBuilder& b_;
    SsaDef* sum_ = nullptr;
    std::int64_t bytes_ = 0;
    unsigned num_terms_ = 0;
};

class UboLoad {
  public:
    UboLoad(Shader& shader, IntrinsicInstruction& load)
        : b_(shader, Cursor::before_instruction(&load)), load_(load),
          width_(kVectorBytes / (load.value.bit_size / 8U)) {}

    SsaDef* lower() {
        find_vector();
        std::array<Operand, kMaxComponents> components;
        for (unsigned c = 0; c < load_.value.num_components; ++c) {
            components[c] = is_aligned() ? component(first_component() + c) : unaligned(c);
        }
        return b_.vec(std::span<const Operand>(components.data(), load_.value.num_components));
    }

  private:
    void find_vector() {
        VectorNumber number(b_);
        if (is_aligned() && number.add(*offset(), 0) && number.sum() != nullptr) {
            index_ = number.sum();
            base_ = number.base();
            if (base_ < 0) {
                index_ = b_.iadd(index_, b_.imm_int(base_));
                base_ = 0;
            }
            return;
        }
        SsaDef* shift = b_.imm_int(kVectorShift);
        index_ = b_.ushr(offset(), shift);
    }

    SsaDef* offset() { return load_.first_source[1].ssa; }

    [[nodiscard]] bool is_aligned() const { return load_.align_mul() >= kVectorBytes; }
    [[nodiscard]] unsigned first_component() const {
        return load_.align_offset() % kVectorBytes / (load_.value.bit_size / 8U);
    }

    // Component `at` counted from the start of the vector that holds the first one.
    Operand component(unsigned at) {
        const unsigned vector = at / width_;
        if (vectors_[vector] == nullptr) {
            const unsigned first = vector == 0 ? first_component() : 0;
            const unsigned end =
                std::min(width_, first_component() + load_.value.num_components - vector * width_);
            unsigned count = end - first;
            while (!is_valid_component_count(count)) {
                ++count;
            }
            first_[vector] = std::min(first, width_ - count);
            vectors_[vector] = load(vector, first_[vector], count);
        }
        return channel(vectors_[vector], at % width_ - first_[vector]);
    }

    SsaDef* load(unsigned vector, unsigned first, unsigned count) {
        return &b_.load_ubo_vec4(count, load_.value.bit_size, load_.first_source[0].ssa, index_)
                    ->set_access(load_.access())
                    ->set_base(base_ + vector)
                    ->set_component(first)
                    ->value;
    }

    // Component `c` of the result, from whatever vector and component the address says.
    Operand unaligned(unsigned c) {
        if (place_ == nullptr) {
            const unsigned bytes = load_.value.bit_size / 8U;
            SsaDef* shift = b_.imm_int(std::countr_zero(bytes));
            SsaDef* element = b_.ushr(offset(), shift);
            place_ = b_.iand(element, b_.imm_int(width_ - 1));
        }
        const unsigned first = c / width_;
        SsaDef* at = c % width_ == 0 ? place_ : b_.iadd(place_, b_.imm_int(c % width_));
        SsaDef* here = pick(whole(first), at);
        if (c % width_ == 0) {
            return here;
        }
        SsaDef* behind = pick(whole(first + 1), at);
        return b_.bcsel(b_.ult(at, b_.imm_int(width_)), here, behind);
    }

    SsaDef* whole(unsigned vector) {
        if (vectors_[vector] == nullptr) {
            vectors_[vector] = load(vector, 0, width_);
        }
        return vectors_[vector];
    }

    // Component `at` modulo the width of a vector.
    SsaDef* pick(SsaDef* vector, SsaDef* at) {
        SsaDef* within = at == place_ ? at : b_.iand(at, b_.imm_int(width_ - 1));
        SsaDef* result = b_.mov(channel(vector, 0));
        for (unsigned c = 1; c < width_; ++c) {
            result = b_.bcsel(b_.ieq(within, b_.imm_int(c)), channel(vector, c), result);
        }
        return result;
    }

    CoreBuilder b_;
    IntrinsicInstruction& load_;
    unsigned width_; // components of a vector of 16 bytes
    SsaDef* index_ = nullptr;
    std::int64_t base_ = 0;   // vectors that are added to it
    SsaDef* place_ = nullptr; // of the first component in its vector
    std::array<SsaDef*, kMaxComponents + 1> vectors_{};
    std::array<unsigned, kMaxComponents + 1> first_{};
};

} // namespace

bool lower_ubo_to_vec4(Shader& shader) {
    if (!shader.may_have(IntrinsicOp::load_ubo)) {
        return false;
    }
    return change_instructions<IntrinsicInstruction>(shader, [&](IntrinsicInstruction& load) {
        // A truth value has no width in memory, so that nothing says where the next one stands.
        if (load.op != IntrinsicOp::load_ubo || load.value.bit_size < 8) {
            return false;
        }
        load.value.rewrite_uses(UboLoad(shader, load).lower());
        load.remove();
        return true;
    });
}

} // namespace jacquard::nir
