#pragma once

#include <jacquard/nir/ir/shader.h>

#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::nir {

// Writes what all of the text form is made of: names, numbers, shapes, fields.
class PartPrinter {
  public:
    explicit PartPrinter(std::string& out) : out_(out) {}

  protected:
    void begin_field(std::string_view word);
    void word_set(std::span<const EnumWord> words, std::uint32_t bits);
    // Quoted where it would not be read as one word.
    void member_name(std::string_view name);
    void variable_name(const Variable* variable);
    void uses(std::span<const Source> sources);
    void use(const Source& source);
    void define(const SsaDef& value);
    void shape(unsigned bit_size, unsigned num_components);
    void alu_type(AluType type);
    void block_name(const Block* block);
    void mask(unsigned bits);

    void quote(std::string_view text);

    template <typename Number>
    void number(Number value) {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        out_.append(digits, end);
    }

    void indent(unsigned depth) { out_.append(std::size_t{4} * depth, ' '); }

    std::string& out_;
    bool fields_ = false; // a list of fields is open
};

} // namespace jacquard::nir
