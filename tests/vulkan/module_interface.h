#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::vulkan {

// The runner needs these facts about a module to feed it. They are read by a separate reader, so
// that the judge shares nothing with the front end that it judges.

enum class ScalarKind : std::uint8_t { floating, signed_integer, unsigned_integer };

// The part of an input or output that one location holds.
struct Slot {
    std::uint32_t location = 0;
    std::uint32_t first_component = 0;
    std::uint32_t num_components = 1;
    std::uint32_t bits = 32;
    ScalarKind kind = ScalarKind::floating;
    bool is_flat = false;
};

struct ImageType {
    std::uint32_t dim = 1; // the number of SPIR-V: 1D, 2D, 3D, Cube
    bool is_arrayed = false;
};

struct ModuleInterface {
    std::string entry_point;
    std::vector<Slot> inputs; // those with a location
    std::vector<Slot> outputs;
    std::vector<std::uint32_t> built_in_outputs; // numbers of SPIR-V
    std::map<std::string, ImageType> images;     // by set.binding
};

// Throws a DeviceError where the module is none or holds a form that the runner does not feed. With
// more entry points than one, the first counts.
[[nodiscard]] ModuleInterface read_interface(const std::vector<std::uint32_t>& words);

} // namespace jacquard::vulkan
