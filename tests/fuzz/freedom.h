#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace jacquard::nir {

// The freedoms that a shader leaves to compiled code. `functions` and `nan_bits` are open always,
// the others in instructions that are not exact.
enum class Freedom : std::uint8_t {
    functions,  // quotients, powers and the like: see with_machine_functions()
    nan_bits,   // sign and payload of a NaN
    rounding,   // sums and products may be fused and reordered, functions approximated
    not_finite, // what becomes of infinities and NaNs, and of numbers that are nearly infinite
    tiny,       // signs of zeros, and numbers near the least that there is
    together,   // now this, now that
};
inline constexpr unsigned kNumFreedoms = 6;
[[nodiscard]] std::string_view name_of(Freedom freedom);

// A copy in which what is open comes out another way, which the seed chooses: 0, 1 and so on are
// those that differ most. Where all compute the same, nothing depends on what is open.
[[nodiscard]] std::unique_ptr<Shader> with_freedom(const Shader& shader, Freedom freedom,
                                                   std::uint64_t seed);

// Operations that every machine computes by others, even in precise code: a quotient is a product
// with a rounded reciprocal, and a power goes through logarithm and exponential; their lowerings in
// defs/nir/alu round otherwise. Of constants they are computed as they stand, so for each of them
// it may be either.
[[nodiscard]] bool has_machine_functions(const Shader& shader);
// All of them by others where the seed is 0, else some.
[[nodiscard]] std::unique_ptr<Shader> with_machine_functions(const Shader& shader,
                                                             std::uint64_t seed);

} // namespace jacquard::nir
