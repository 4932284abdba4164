#pragma once

#include <jacquard/support/lane_mask.h>

#include "settings.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::texts {

inline constexpr unsigned kComponents = 4;

// A component of an input or output, written `SLOT.C`; of an output shown as floats,
// `SLOT.C:float`.
struct Component {
    std::string slot;
    unsigned component = 0;
    bool is_float = false;
    const Setting* setting = nullptr;  // where it is named; null: no setting does
    std::vector<std::uint32_t> values; // of inputs, by lane

    [[nodiscard]] std::string name() const { return slot + "." + "xyzw"[component]; }
};

// Inputs `SLOT.C: VALUE…`; the values are repeated where there are more lanes.
[[nodiscard]] std::vector<Component> inputs_of(const Settings& settings, unsigned lanes);
// The components that `outputs` names; of none where nothing does.
[[nodiscard]] std::vector<Component> outputs_of(const Settings& settings);

// A line of an answer: the component and its values, lane by lane.
[[nodiscard]] std::string line_of(const Component& component,
                                  std::span<const std::uint32_t> values);

// A line with the lanes that wrote what they computed; empty where all did.
[[nodiscard]] std::string live_text(const LaneMask& live, unsigned lanes);

} // namespace jacquard::texts
