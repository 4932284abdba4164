#pragma once

#include <jacquard/amber/script/script.h>
#include <jacquard/draw/scene/triangles.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::driver::amber {

// A point, line or triangle on a target. Points have one corner, lines two; of a triangle the
// corners go clockwise.
struct Primitive {
    unsigned corners = 3;
    draw::Triangle place;
    double point_size = 1.0;
};

struct PrimitiveList {
    std::vector<Primitive> primitives;
    std::vector<std::uint32_t> words; // of vertices, and of those that were made by cutting
    std::size_t words_each = 0;
};

// The primitives that vertices form, by the numbers of the vertices in a list.
struct Assembly {
    std::vector<std::array<std::uint32_t, 3>> corners; // of each primitive
    unsigned num_corners = 3;
};

// The primitives of a topology over vertices that come one after the other.
[[nodiscard]] Assembly assemble_primitives(Topology topology, std::span<const std::uint32_t> order);

struct Placement {
    Viewport viewport;
    std::uint32_t width = 0; // of the target
    std::uint32_t height = 0;
    const DrawState* state = nullptr;
    std::span<const std::uint8_t> flat;    // slots of a vertex that are not interpolated
    std::optional<std::size_t> point_size; // the word of a vertex that holds it
};

// Primitives on the target, cut off where they are nearer or farther than can be seen, unless depth
// is clamped; those that face away are left out.
[[nodiscard]] PrimitiveList place_primitives(const draw::ShadedVertices& vertices,
                                             const Assembly& assembly, const Placement& placement);

} // namespace jacquard::driver::amber
