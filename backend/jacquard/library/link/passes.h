#pragma once

#include <jacquard/library/link/stage_pair.h>
#include <jacquard/library/link/varying_places.h>

namespace jacquard::driver {

// The passes of defs/pipelines/link.yaml. Each changes the stage that it is given first; the pair
// has both. True when something changed.

bool take_over_inputs(nir::Shader& reader, StagePair& pair);
bool drop_outputs(nir::Shader& writer, StagePair& pair);
bool pack_inputs(nir::Shader& reader, const VaryingPlaces& places);
bool pack_outputs(nir::Shader& writer, const VaryingPlaces& places);

} // namespace jacquard::driver
