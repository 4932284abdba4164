#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace jacquard::spirv {

class Constants;
class Types;

// Knows what a module lets a compiler assume of floats: of all of a type, and of single results.
class FloatAssumptions : Concern {
  public:
    FloatAssumptions(Context& context, Constants& constants, Types& types)
        : Concern(context), constants_(constants), types_(types) {}

    // Takes the assumptions about a type, by the ids of the type and of the constant that has them.
    void take_default(std::uint32_t type, std::uint32_t flags);
    // Lets floats of a width keep signed zeros, infinities and NaNs.
    void keep_special(unsigned bits);
    // Tells the shader which widths keep signed zeros, infinities and NaNs because a default or a
    // decoration does not let them be assumed away. Comes after all defaults.
    void apply();
    // Returns whether a result must be computed as it is written, without fusing or reordering.
    [[nodiscard]] bool is_exact(std::uint32_t result, const Type* type) const;

  private:
    Constants& constants_;
    Types& types_;
    std::array<std::optional<std::uint32_t>, 3> defaults_; // of 16, 32 and 64 bits
    bool has_any_ = false;
};

} // namespace jacquard::spirv
