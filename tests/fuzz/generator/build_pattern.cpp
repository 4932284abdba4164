// Trees of operations from the patterns of rules.

#include <jacquard/nir/build/builder.h>
#include <jacquard/support/expression/half.h>

#include "generator/machine/machine_parts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace jacquard::nir {

namespace {

class PatternBuilder {
  public:
    PatternBuilder(Values& values, std::string_view text)
        : values_(values), b_(values.builder()), text_(text) {}

    SsaDef* run(unsigned bit_size) {
        ValueClass kind{};
        SsaDef* value = skip('(') ? operation(bit_size, 0, kind) : nullptr;
        if (value != nullptr && (kind != ValueClass::truths || value->bit_size == 1)) {
            values_.know(value, kind);
        }
        return value;
    }

  private:
    bool skip(char wanted) {
        while (!text_.empty() && text_.front() == ' ') {
            text_.remove_prefix(1);
        }
        if (text_.empty() || text_.front() != wanted) {
            return false;
        }
        text_.remove_prefix(1);
        return true;
    }

    std::string_view word() {
        while (!text_.empty() && text_.front() == ' ') {
            text_.remove_prefix(1);
        }
        const std::size_t end = std::min(text_.find_first_of(" ()"), text_.size());
        const std::string_view found = text_.substr(0, end);
        text_.remove_prefix(end);
        return found;
    }

    // A word without the width that it may end in; `width` stays where it has none.
    std::string_view word(unsigned& width) {
        const std::string_view found = word();
        const std::size_t at = found.find('@');
        if (at != std::string_view::npos) {
            width = static_cast<unsigned>(
                std::strtoul(std::string(found.substr(at + 1)).c_str(), nullptr, 10));
        }
        return found.substr(0, at);
    }

    // The width that the next sources of an operation give it, 0 where none has one of its own.
    [[nodiscard]] unsigned width_of_sources(const OpcodeInfo& info) const {
        PatternBuilder ahead(values_, text_);
        unsigned width = 0;
        for (unsigned i = 0; i < info.num_sources && width == 0; ++i) {
            unsigned own = 0;
            const bool nested = ahead.skip('(');
            ahead.word(own);
            for (unsigned depth = nested ? 1 : 0; depth != 0 && !ahead.text_.empty();) {
                depth += ahead.text_.front() == '(' ? 1U : 0U;
                depth -= ahead.text_.front() == ')' ? 1U : 0U;
                ahead.text_.remove_prefix(1);
            }
            const AluType type = info.source_types[i];
            if (type.bit_size == 0 && type.base != BaseType::bool_type) {
                width = own;
            }
        }
        return width;
    }

    // Builds an operation from the text after its opening parenthesis. `wanted` is the width its
    // result must have; 0: any.
    SsaDef* operation(unsigned bit_size, unsigned wanted, ValueClass& kind) {
        unsigned width = 0;
        const std::optional<Opcode> opcode = find_opcode(word(width));
        if (!opcode) {
            return nullptr;
        }
        const OpcodeInfo& info = opcode_info(*opcode);
        if (wanted != 0 && info.output_type.bit_size == 0) {
            bit_size = wanted;
        }
        width = width != 0 && info.output_type.bit_size == 0 ? width : width_of_sources(info);
        bit_size = fitting_width(info, width != 0 ? width : bit_size);
        std::array<Operand, kMaxComponents> operands;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            const AluType type = info.source_types[i];
            const bool is_truth = type.base == BaseType::bool_type;
            const unsigned bits = type.bit_size != 0 ? type.bit_size : is_truth ? 1 : bit_size;
            const std::optional<Operand> found = source(type, bits);
            if (!found) {
                return nullptr;
            }
            operands[i] = *found;
        }
        if (!skip(')')) {
            return nullptr;
        }
        const unsigned result_bits =
            info.output_type.bit_size != 0 ? info.output_type.bit_size : bit_size;
        kind = result_bits == 1 ? ValueClass::truths : class_of(info.output_type.base);
        return b_.alu(*opcode, std::span(operands).first(info.num_sources), 1, result_bits);
    }

    // The width itself where the opcode has it, else one that it has.
    static unsigned fitting_width(const OpcodeInfo& info, unsigned bit_size) {
        const auto has = [&](unsigned bits) {
            return (info.width_mask >> std::countr_zero(bits) & 1) != 0;
        };
        if (info.width_mask == 0 || has(bit_size)) {
            return bit_size;
        }
        return has(32) ? 32 : 1U << std::countr_zero(unsigned{info.width_mask});
    }

    std::optional<Operand> source(AluType type, unsigned bits) {
        if (skip('(')) {
            ValueClass kind{};
            SsaDef* value = operation(bits, bits, kind);
            return value != nullptr && value->bit_size == bits ? std::optional(Operand(value))
                                                               : std::nullopt;
        }
        unsigned width = 0;
        const std::string_view text = word(width);
        if (text.empty() || (width != 0 && width != bits)) {
            return std::nullopt;
        }
        if (const std::optional<std::uint64_t> number = number_of(text, bits)) {
            return Operand(b_.imm_bits(*number, bits));
        }
        const auto known = names_.find(text);
        if (known != names_.end() && known->second.value->bit_size == bits) {
            return known->second;
        }
        const ValueClass kind = bits == 1 ? ValueClass::truths : class_of(type.base);
        const Operand made = text.front() == '#' ? Operand(values_.constant(kind, bits, 1))
                                                 : values_.operand(kind, bits, 1);
        names_[std::string(text)] = made;
        return made;
    }

    // The bits of a number; a float has a point.
    static std::optional<std::uint64_t> number_of(std::string_view text, unsigned bits) {
        const std::string copy(text);
        char* end = nullptr;
        if (text.find('.') != std::string_view::npos) {
            const double value = std::strtod(copy.c_str(), &end);
            if (*end != '\0') {
                return std::nullopt;
            }
            return constant_of(value, bits);
        }
        const long long value = std::strtoll(copy.c_str(), &end, 0);
        return *end == '\0' ? std::optional(static_cast<std::uint64_t>(value) & mask_of_bits(bits))
                            : std::nullopt;
    }

    static std::uint64_t constant_of(double value, unsigned bits);

    Values& values_;
    Builder& b_;
    std::string_view text_;
    std::map<std::string, Operand, std::less<>> names_;
};

std::uint64_t PatternBuilder::constant_of(double value, unsigned bits) {
    return bits == 64   ? std::bit_cast<std::uint64_t>(value)
           : bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                        : std::uint64_t{float_to_half(static_cast<float>(value))};
}

} // namespace

SsaDef* build_pattern(Values& values, std::string_view pattern, unsigned bit_size) {
    return PatternBuilder(values, pattern).run(bit_size);
}

} // namespace jacquard::nir
