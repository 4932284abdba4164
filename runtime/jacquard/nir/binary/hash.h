#pragma once

#include <jacquard/nir/binary/hash_bytes.h>
#include <jacquard/support/api.h>

JACQUARD_BEGIN_API

namespace jacquard::nir {

struct Shader;

// Hashes everything that the text form shows but the numbers of values and blocks. The hash is the
// same for equal shaders in every run and on every machine, as long as the tables are the same.
// Needs link_blocks() to be right.
[[nodiscard]] ShaderHash hash(const Shader& shader);

} // namespace jacquard::nir

JACQUARD_END_API
