#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/nir/text/tokens/tokens.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::nir {

// The shape of a value: 32x4.
struct ValueShape {
    unsigned bit_size = 0;
    unsigned num_components = 0;
};

// Reads the small parts that statements are made of. All report and give nothing on a fault.
class Parts {
  public:
    explicit Parts(Tokens& tokens) : tokens_(tokens) {}

    std::optional<std::uint64_t> number(std::string_view what, std::uint64_t limit);
    // Numbers in decimals may be negative.
    std::optional<std::int64_t> signed_number(std::string_view what, std::int64_t least,
                                              std::int64_t greatest);
    std::optional<ValueShape> shape();
    std::optional<AluType> alu_type();
    std::optional<Opcode> opcode();
    std::optional<std::uint32_t> word_of(std::span<const EnumWord> words, std::string_view what);
    // The words between '|', as bits.
    std::optional<std::uint32_t> words_of(std::span<const EnumWord> words, std::string_view what);
    std::optional<std::uint8_t> component_mask();
    std::optional<std::string> string(std::string_view what);
    std::optional<std::uint32_t> block_number();
    std::optional<std::string> member_name();
    std::optional<ConstantValue> constant_component(unsigned bit_size);

  private:
    std::optional<ConstantValue> float_component(unsigned bit_size);

    Tokens& tokens_;
};

} // namespace jacquard::nir
