#pragma once

#include <jacquard/generated/nir/texel_formats.h>
#include <jacquard/generated/nir/texture.h>
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
    texture, // an image that is only read
    image,   // an image that is written
    sampler,
    literal, // a sampler that the module itself describes, which no parameter is
};

// A part of the constant buffer that holds the arguments of a kernel, or a resource that is one.
struct KernelArgument {
    std::string name;
    ArgumentKind kind{};
    std::uint8_t set = 0; // of a resource
    TextureDim dim{};     // of an image
    bool is_array = false;
    std::uint32_t offset = 0; // in the buffer; of a resource: its binding
    std::uint32_t size = 0;   // bytes there
    std::uint32_t scalar = 0; // bytes of a scalar of a value; 0: a structure
    bool is_float = false;    // its scalars are floats
    AddressMode address{};    // of a literal sampler, along all axes
    TexelFilter filter{};
    bool counts_texels = false; // its coordinates are not from 0 to 1

    friend bool operator==(const KernelArgument&, const KernelArgument&) = default;
};

// Returns the name in headers and assembly: "address".
[[nodiscard]] std::string_view name_of(ArgumentKind kind);
[[nodiscard]] std::optional<ArgumentKind> find_argument_kind(std::string_view name);
// Lists all names: "value, address, ... or literal".
[[nodiscard]] std::string argument_kinds();
// Returns whether the buffer holds such an argument; the others are resources.
[[nodiscard]] constexpr bool is_in_buffer(ArgumentKind kind) {
    return kind <= ArgumentKind::local;
}

// The words of the tables for what images and samplers are.
[[nodiscard]] std::string_view name_of(AddressMode mode);
[[nodiscard]] std::string_view name_of(TexelFilter filter);
[[nodiscard]] std::optional<AddressMode> find_address_mode(std::string_view name);
[[nodiscard]] std::optional<TexelFilter> find_texel_filter(std::string_view name);
[[nodiscard]] std::optional<TextureDim> find_texture_dim(std::string_view name);

// The arguments as words of a property of the shader, kArgumentsProperty, and back. Words that are
// no arguments make none.
inline constexpr std::string_view kArgumentsProperty = "kernel_arguments";
[[nodiscard]] std::vector<std::uint32_t> argument_words(std::span<const KernelArgument> arguments);
[[nodiscard]] std::vector<KernelArgument> arguments_of(std::span<const std::uint32_t> words);

} // namespace jacquard::nir

JACQUARD_END_API
