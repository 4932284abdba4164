#pragma once

#include <jacquard/generated/glsl/dialects.h>
#include <jacquard/glsl/dialect/pieces.h>

#include <cstddef>

namespace jacquard::driver::glsl {

// The version that a shader is of.
struct ShaderVersion {
    const Version* version = nullptr;
    bool is_compatible = false; // it asks for the profile that keeps old names
    // The pieces of its directive; both 0 where it has none.
    std::size_t begin = 0;
    std::size_t end = 0;

    // Returns whether the name belongs to this version or to an earlier one of its language.
    [[nodiscard]] bool has(const OldName& name) const;
    // Returns whether the version precedes the one that gave the word a meaning.
    [[nodiscard]] bool is_before(const Word& word) const;
};

// A shader without the directive is of version 100 es where it has precision qualifiers, and else
// of version 110. Null version after a fault, which was told.
[[nodiscard]] ShaderVersion version_of(const Pieces& pieces, Diagnostics& diagnostics);

} // namespace jacquard::driver::glsl
