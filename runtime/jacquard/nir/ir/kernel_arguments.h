#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// A kernel is given one of these for a parameter.
enum class ArgumentKind : std::uint8_t {
    value,   // the bytes of a scalar, vector or structure
    address, // 64 bits that say where in memory a buffer begins
    local,   // the byte at which the buffer begins in the memory of the work group
};

// A part of the constant buffer that holds the arguments of a kernel.
struct KernelArgument {
    std::string name;
    ArgumentKind kind{};
    std::uint32_t offset = 0; // in the buffer
    std::uint32_t size = 0;   // bytes there
    std::uint32_t scalar = 0; // bytes of a scalar of a value; 0: a structure
    bool is_float = false;    // its scalars are floats

    friend bool operator==(const KernelArgument&, const KernelArgument&) = default;
};

// Returns the name in headers and assembly: "address".
[[nodiscard]] std::string_view name_of(ArgumentKind kind);
[[nodiscard]] std::optional<ArgumentKind> find_argument_kind(std::string_view name);

// The arguments as words of a property of the shader, kArgumentsProperty, and back. Words that are
// no arguments make none.
inline constexpr std::string_view kArgumentsProperty = "kernel_arguments";
[[nodiscard]] std::vector<std::uint32_t> argument_words(std::span<const KernelArgument> arguments);
[[nodiscard]] std::vector<KernelArgument> arguments_of(std::span<const std::uint32_t> words);

} // namespace jacquard::nir

JACQUARD_END_API
