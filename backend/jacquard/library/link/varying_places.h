#pragma once

#include <jacquard/library/link/stage_interface.h>
#include <jacquard/nir/build/core_builder.h>

#include <map>

namespace jacquard::driver {

// Maps components of varyings to the places to which they go.
using VaryingPlaces = std::map<VaryingComponent, VaryingComponent>;

// Places for the varyings of two stages so that they take fewer slots: components that one slot has
// stay together and in order, and those of a slot are interpolated in one way and have one width.
// Empty if they cannot take fewer.
[[nodiscard]] VaryingPlaces packed_places(nir::Shader& writer, nir::Shader& reader);

// Makes an access like another one, of one component at a place, with its sources or, where it
// stores, with another value. `listed` are the inputs or outputs of the shader, which has the slot.
nir::IntrinsicInstruction* access_like(nir::CoreBuilder& b, nir::IntrinsicInstruction& like,
                                       nir::SsaDef* stored, const std::vector<nir::IoSlot>& listed,
                                       const VaryingComponent& place);

} // namespace jacquard::driver
