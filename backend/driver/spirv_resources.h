#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::driver {

enum class ResourceKind : std::uint8_t {
    uniform_buffer,
    storage_buffer,
    texture, // with a sampler or without one
    sampler,
    image,
};

// A variable by which a shader reaches something outside, and the numbers that stand for it: of
// constant buffers, of storage buffers, of images, and of textures and samplers together.
struct Resource {
    ResourceKind kind{};
    std::string name;
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint32_t count = 1; // elements, of arrays
    std::uint32_t first = 0; // number of the first one
};

// Gives every such variable numbers of its own, which replace its binding, in the order of sets and
// bindings. Samplers are numbered behind textures, so that a texture's number is that of its own
// sampler, too.
[[nodiscard]] std::vector<Resource> number_resources(nir::Shader& shader);

} // namespace jacquard::driver
