#pragma once

#include <jacquard/support/concurrency/weak_memory.h>
#include <jacquard/textures/storage_images.h>

#include <cstdint>

namespace jacquard::textures {

// Accesses an image that other waves access at the same time, for the wave `agent`: a load may give
// what the texel held before, and others may see a store late. `kinds` are those of the memory that
// images belong to.
[[nodiscard]] ImageTexel access_weakly(StorageImages& images, const ImageRequest& request,
                                       WeakTexels& texels, unsigned agent, std::uint32_t kinds);

} // namespace jacquard::textures
