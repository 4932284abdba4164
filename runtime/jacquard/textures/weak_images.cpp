#include <jacquard/textures/weak_images.h>

namespace jacquard::textures {

ImageTexel access_weakly(StorageImages& images, const ImageRequest& request, WeakTexels& texels,
                         unsigned agent, std::uint32_t kinds) {
    const auto coordinate = [&](unsigned i) {
        return static_cast<std::uint32_t>(request.coordinates[i]);
    };
    const WeakTexels::Place place = {request.image, coordinate(0),  coordinate(1), coordinate(2),
                                     coordinate(3), request.sample, request.level};
    if (request.kind == ImageRequest::Kind::load) {
        ImageTexel texel = images.access(request);
        texel.components = texels.load(agent, kinds, place, texel.components);
        return texel;
    }
    if (request.kind != ImageRequest::Kind::store && request.kind != ImageRequest::Kind::atomic) {
        return images.access(request);
    }
    ImageRequest load = request;
    load.kind = ImageRequest::Kind::load;
    const ImageTexel before = images.access(load);
    const ImageTexel answer = images.access(request);
    const auto change =
        request.kind == ImageRequest::Kind::store ? &WeakTexels::store : &WeakTexels::change;
    (texels.*change)(agent, kinds, place, before.components, images.access(load).components);
    return answer;
}

} // namespace jacquard::textures
