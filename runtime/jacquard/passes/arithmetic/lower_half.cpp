#include <jacquard/generated/passes/lower_bit_size.h>
#include <jacquard/generated/passes/lower_half.h>

namespace jacquard::nir {

bool lower_half(Shader& shader) {
    return lower_bit_size(shader, {.int_bits = 8, .float_bits = 32});
}

} // namespace jacquard::nir
