#pragma once

#include <jacquard/nir/ir/kernel_arguments.h>
#include <jacquard/runs/textures/recorded_texture.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Reads a file for an argument; nothing after a fault, which it has put into the text.
using ReadArgument =
    std::function<std::optional<std::string>(std::string_view path, std::string& fault)>;

// An argument as a launch gives it.
struct LaunchArgument {
    nir::KernelArgument facts;
    std::vector<std::byte> bytes;    // of a value, or what a buffer begins with
    std::optional<std::uint64_t> at; // the address of a buffer
    std::uint32_t local_bytes = 0;   // of memory of the work group
    RecordedTexture image;           // with all its texels
    SamplerState sampler;
};

// Fills an argument from what is given for it. Returns why it cannot; empty: it could.
[[nodiscard]] std::string read_argument(std::string_view given, const ReadArgument& read,
                                        LaunchArgument& argument);

// Says what may be given for an argument: "a buffer (file:PATH, zeros:BYTES, ...)".
[[nodiscard]] std::string what_it_takes(const nir::KernelArgument& facts);

} // namespace jacquard::driver
