#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/spirv/value.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jacquard::spirv {

// The dereferences that a function makes once, where it begins, and uses wherever it reads or
// writes the place: of variables, and of their parts at numbers that the module gives.
class NamedPlaces {
  public:
    // What the function at hand makes stands in front of `anchor`, as do constants.
    void begin(nir::CoreBuilder& builder, nir::Instruction& anchor);

    [[nodiscard]] nir::DerefInstruction* variable(nir::Variable& variable);
    // A part of what is in front of the anchor itself. The step has no index of its own.
    [[nodiscard]] nir::DerefInstruction* part(nir::DerefInstruction& whole, const Step& step);
    // A constant of 32 bits.
    [[nodiscard]] nir::SsaDef* index(std::uint32_t number);

  private:
    template <typename Make>
    auto in_front(Make&& make);

    nir::CoreBuilder* builder_ = nullptr;
    nir::Instruction* anchor_ = nullptr;
    std::vector<nir::DerefInstruction*> variables_;                   // by the variable's index
    std::unordered_map<std::uint64_t, nir::DerefInstruction*> parts_; // by whole and number
    std::unordered_map<std::uint32_t, nir::SsaDef*> indices_;
};

} // namespace jacquard::spirv
