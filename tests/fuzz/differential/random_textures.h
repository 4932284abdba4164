#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/runs/case/case_file.h>

#include "generator/choices.h"

#include <span>

namespace jacquard::fuzz {

// Gives a run a texture of few texels, all of them different, with a sampler for each unit, so that
// offsets, samples, layers and levels show.
void add_random_textures(nir::Choices& choices, std::span<const nir::TextureUnit> units,
                         driver::CaseRun& run);

} // namespace jacquard::fuzz
