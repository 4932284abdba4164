#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <span>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

using ir3::Resource;
using ir3::ResourceKind;

// A variable's place in the descriptor sets.
struct SetBinding {
    std::uint32_t set = 0;
    std::uint32_t binding = 0;

    friend auto operator<=>(const SetBinding&, const SetBinding&) = default;
};

// Gives every variable by which a shader reaches something outside numbers of its own, which
// replace its binding, in the order of sets and bindings. Samplers are numbered behind textures, so
// that a texture's number is that of its own sampler, too. `combined` lists the textures with a
// sampler, in order. Where descriptors lie depends on the part: ir3::lay_out_descriptors().
[[nodiscard]] std::vector<Resource> number_resources(nir::Shader& shader,
                                                     std::span<const SetBinding> combined);

} // namespace jacquard::driver

JACQUARD_END_API
