#pragma once

#include <jacquard/nir/interpreter/interface/images.h>
#include <jacquard/nir/interpreter/interface/sampler.h>
#include <jacquard/runs/textures/recorded_texture.h>
#include <jacquard/runs/textures/texture_filter.h>

namespace jacquard::driver {

[[nodiscard]] RecordedLookup lookup_of(const nir::interpreter::TextureRequest& request);

// Answers a lookup or a query of the interpreter.
[[nodiscard]] nir::interpreter::Texel look_up(const RecordedTexture& texture,
                                              const SamplerState& sampler,
                                              const nir::interpreter::TextureRequest& request);
// Performs an access to an image, which may change it, and returns its result.
nir::interpreter::ImageAnswer access_image(RecordedTexture& texture,
                                           const nir::interpreter::ImageRequest& request);

} // namespace jacquard::driver
