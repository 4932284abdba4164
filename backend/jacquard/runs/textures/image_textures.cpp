#include <jacquard/runs/textures/image_textures.h>

namespace jacquard::driver {

std::optional<ir3::Texel> look_up_image(const ir3::TextureRequest& request,
                                        std::optional<std::uint32_t> first,
                                        ir3::StorageImages& images) {
    if (!first || request.texture < *first) {
        return std::nullopt;
    }
    ir3::ImageRequest asked;
    asked.lane = request.lane;
    asked.image = request.texture - *first;
    asked.type = request.type;
    if (request.lookup == ir3::LookupKind::size_query) {
        asked.kind = ir3::ImageRequest::Kind::size;
        return images.access(asked);
    }
    asked.kind = ir3::ImageRequest::Kind::load;
    asked.num_coordinates = request.num_coordinates;
    for (unsigned i = 0; i < request.num_coordinates && i < asked.coordinates.size(); ++i) {
        asked.coordinates[i] = static_cast<std::int32_t>(request.coordinates[i]);
    }
    if (request.array && asked.num_coordinates < asked.coordinates.size()) {
        asked.coordinates[asked.num_coordinates++] = static_cast<std::int32_t>(request.layer);
    }
    return images.access(asked);
}

} // namespace jacquard::driver
