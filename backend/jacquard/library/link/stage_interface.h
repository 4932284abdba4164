#pragma once

#include <jacquard/nir/ir/shader.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace jacquard::driver {

inline constexpr std::size_t kSlotComponents = 4;

// One of the four components of a varying. Both stages know a slot by its meaning, while each has a
// number of its own for it.
struct VaryingComponent {
    nir::Semantic semantic{};
    std::uint32_t index = 0; // of the slot among those of this meaning: its location
    std::uint8_t component = 0;

    friend auto operator<=>(const VaryingComponent&, const VaryingComponent&) = default;
};

// Describes a value that is stored in a component of an output.
struct StoredValue {
    nir::IntrinsicInstruction* store = nullptr;
    nir::SsaDef* value = nullptr;
    std::uint8_t component = 0; // of the value
};

struct WrittenComponent {
    std::vector<StoredValue> stores;
    // True if more is done with it than `stores` say: a value chooses among slots, it is read back,
    // it is half of a number of 64 bits, or a transform feedback captures it.
    bool is_open = false;
};

struct ReadComponent {
    std::vector<nir::IntrinsicInstruction*> loads;
    bool is_open = false; // the same for inputs
    nir::Interpolation interpolation = nir::Interpolation::none;
    nir::InterpolationLocation location = nir::InterpolationLocation::center;
};

using WrittenComponents = std::map<VaryingComponent, WrittenComponent>;
using ReadComponents = std::map<VaryingComponent, ReadComponent>;

// The outputs that a shader stores, by component.
[[nodiscard]] WrittenComponents written_components(nir::Shader& shader);
// The inputs that it loads.
[[nodiscard]] ReadComponents read_components(nir::Shader& shader);

// Returns true if nothing but the shader of the next stage gives the component a meaning, so that a
// value may take its place.
[[nodiscard]] inline bool is_plain(const VaryingComponent& component) {
    return component.semantic == nir::Semantic::generic;
}

// Sets the masks of the plain inputs and outputs that a shader lists to the components that it
// loads and stores.
void list_accessed_components(nir::Shader& shader);

} // namespace jacquard::driver
