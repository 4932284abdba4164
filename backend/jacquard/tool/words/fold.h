#pragma once

#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/ir/types.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::driver {

// One constant to fold, as its words stand on a command line or in a row.
struct FoldRequest {
    std::string_view opcode;
    std::string_view bits;
    std::string_view components;
    std::span<const std::string_view> sources;
};

// Computes requests with NIR's constant evaluator. One for many rows keeps what they have in
// common: as a rule a row has the opcode of the row before.
class Folder {
  public:
    // Appends the components of the result, separated by commas, to `text`. What is wrong with the
    // request; "" when the result was appended.
    [[nodiscard]] std::string fold(const FoldRequest& request, std::string& text);

  private:
    static constexpr unsigned kMaxSources = 16;
    using Components = std::array<nir::ConstantValue, nir::kMaxComponents>;

    [[nodiscard]] bool find_opcode(std::string_view name);

    std::optional<nir::Opcode> opcode_; // of the last request
    std::string_view name_;
    bool is_unsized_ = false; // an operand of it has the width of the request
    std::string bits_text_;
    std::optional<unsigned> bits_; // that this text is, if it is a number
    std::array<Components, kMaxSources> values_;
    Components result_;
};

} // namespace jacquard::driver
