#include <jacquard/nir/binary/hash.h>
#include <jacquard/nir/binary/serialise.h>

namespace jacquard::nir {

ShaderHash hash(const Shader& shader) {
    return hash_bytes(serialise(shader));
}

} // namespace jacquard::nir
