#include <jacquard/runs/engines/case_resources.h>
#include <jacquard/runs/textures/image_textures.h>
#include <jacquard/runs/textures/texture_lookup.h>

#include <bit>

namespace jacquard::driver {

void CaseResources::set(const CaseRun& run, std::optional<std::uint32_t> first_image_texture) {
    run_ = &run;
    first_image_texture_ = first_image_texture;
    images_ = run.images;
}

const RecordedTexture* CaseResources::find(std::uint32_t number) const {
    for (const CaseTexture& texture : run_->textures) {
        if (texture.number == number) {
            return &texture.texture;
        }
    }
    return nullptr;
}

textures::Texel CaseResources::lookup(const textures::TextureRequest& request) {
    if (const auto texel = look_up_image(request, first_image_texture_, *this)) {
        return *texel;
    }
    const RecordedTexture* texture = find(request.texture);
    return texture != nullptr ? look_up(*texture, texture->sampler, request)
                              : others_.lookup(request);
}

std::uint32_t CaseResources::num_samples(std::uint32_t texture) const {
    const RecordedTexture* given = find(texture);
    return given != nullptr ? std::bit_ceil(given->samples) : others_.num_samples(texture);
}

textures::ImageTexel CaseResources::access(const textures::ImageRequest& request) {
    for (CaseTexture& image : images_) {
        if (image.number == request.image) {
            return access_image(image.texture, request);
        }
    }
    return {};
}

} // namespace jacquard::driver
