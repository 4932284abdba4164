#pragma once

#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/textures/texture_sampler.h>

#include <array>
#include <cstdint>

namespace jacquard::ir3 {

// The four components that a texture instruction writes, as words.
using TexelWords = std::array<std::uint32_t, 4>;

// Returns what a lookup of the machine asks.
[[nodiscard]] textures::TextureRequest::Kind request_kind(LookupKind lookup);

// Returns the answer to a query as the machine gives it: levels of detail in parts of a level, and
// counts in the last components.
[[nodiscard]] TexelWords query_words(const TexelWords& words, LookupKind lookup);

// Returns the answer to a lookup as the machine gives it.
[[nodiscard]] inline TexelWords texel_words(const textures::Texel& texel, LookupKind lookup) {
    return lookup == LookupKind::filter ? texel.components : query_words(texel.components, lookup);
}

} // namespace jacquard::ir3
