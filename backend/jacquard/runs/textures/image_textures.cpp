#include <jacquard/runs/textures/image_textures.h>

#include <algorithm>

namespace jacquard::driver {

std::optional<textures::Texel> look_up_image(const textures::TextureRequest& request,
                                             std::optional<std::uint32_t> first,
                                             textures::StorageImages& images) {
    if (!first || request.texture < *first) {
        return std::nullopt;
    }
    textures::ImageRequest asked;
    asked.lane = request.lane;
    asked.image = request.texture - *first;
    if (request.kind == textures::TextureRequest::Kind::size) {
        asked.kind = textures::ImageRequest::Kind::size;
    } else {
        asked.num_coordinates = request.num_coordinates;
        for (unsigned i = 0; i < request.num_coordinates && i < 3; ++i) {
            asked.coordinates[i] = static_cast<std::int32_t>(request.coordinates[i]);
        }
        if (request.is_array && asked.num_coordinates < 3) {
            asked.coordinates[asked.num_coordinates++] = static_cast<std::int32_t>(request.layer);
        }
    }
    const textures::ImageTexel answer = images.access(asked);
    textures::Texel texel;
    std::transform(answer.components.begin(), answer.components.end(), texel.components.begin(),
                   [](std::uint64_t word) { return static_cast<std::uint32_t>(word); });
    return texel;
}

} // namespace jacquard::driver
