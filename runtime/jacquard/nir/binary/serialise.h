#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// The binary form of a shader, for caches: compact, and the same bytes for equal shaders. Numbers
// of values and blocks are not kept; what deserialise() makes is numbered in order of appearance.
//
// Before: the validator accepts the shader, and link_blocks() was called.
[[nodiscard]] std::vector<std::uint8_t> serialise(const Shader& shader);

} // namespace jacquard::nir

JACQUARD_END_API
