#include <jacquard/driver/case_resources.h>
#include <jacquard/driver/recorded_lookup.h>
#include <jacquard/driver/recorded_textures.h>

namespace jacquard::driver {

void CaseResources::set(const CaseRun& run) {
    run_ = &run;
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

nir::interpreter::Texel CaseResources::lookup(const nir::interpreter::TextureRequest& request) {
    if (const RecordedTexture* texture = find(request.texture)) {
        return look_up(*texture, request);
    }
    return nir_textures_ != nullptr ? nir_textures_->lookup(request) : nir::interpreter::Texel{};
}

nir::interpreter::ImageAnswer CaseResources::access(const nir::interpreter::ImageRequest& request) {
    for (CaseTexture& image : images_) {
        if (image.number == request.image) {
            return access_image(image.texture, request);
        }
    }
    return {};
}

ir3::Texel CaseResources::lookup(const ir3::TextureRequest& request) {
    if (const RecordedTexture* texture = find(request.texture)) {
        return look_up(*texture, request);
    }
    return ir3_textures_ != nullptr ? ir3_textures_->lookup(request) : ir3::Texel{};
}

std::array<std::uint32_t, 4> CaseResources::access(const ir3::ImageRequest& request) {
    for (CaseTexture& image : images_) {
        if (image.number == request.image) {
            return access_image(image.texture, request);
        }
    }
    return {};
}

} // namespace jacquard::driver
