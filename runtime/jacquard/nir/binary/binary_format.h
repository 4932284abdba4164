#pragma once

#include <array>
#include <cstdint>

// serialise() and deserialise() share this format. A text of bytes:
//
//   magic, version, fingerprint of the tables (8 bytes), the facts of the shader, types, variables,
//   heads of functions, bodies of functions.
//
// Numbers are written seven bits a byte, low first; signed ones folded so that small magnitudes are
// short. A value is named by how far back from the next number it was defined.
namespace jacquard::nir::binary {

inline constexpr std::array<std::uint8_t, 4> kMagic = {'J', 'N', 'I', 'R'};
inline constexpr std::uint8_t kVersion = 1;

// The next item in a list of control flow. Instructions follow their block.
enum class Item : std::uint8_t {
    end, // of the list
    block,
    branch,
    loop,
    first_instruction, // plus InstructionKind, plus kRelaxed where the value is
};

// More than there are kinds of instructions.
inline constexpr std::uint64_t kRelaxed = 32;

// Follows from the names and shapes in the tables, so that bytes made with other tables are
// refused.
[[nodiscard]] std::uint64_t table_fingerprint();

constexpr std::uint64_t fold_sign(std::int64_t value) {
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t unfold_sign(std::uint64_t folded) {
    return static_cast<std::int64_t>(folded >> 1) ^ -static_cast<std::int64_t>(folded & 1);
}

} // namespace jacquard::nir::binary
