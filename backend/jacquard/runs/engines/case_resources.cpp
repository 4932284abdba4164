#include <jacquard/runs/engines/case_resources.h>
#include <jacquard/runs/textures/image_textures.h>
#include <jacquard/runs/textures/interpreter_lookup.h>
#include <jacquard/runs/textures/program_lookup.h>

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

nir::interpreter::Texel CaseResources::lookup(const nir::interpreter::TextureRequest& request) {
    if (const RecordedTexture* texture = find(request.texture)) {
        return look_up(*texture, texture->sampler, request);
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

std::uint32_t CaseResources::num_samples(std::uint32_t texture) const {
    if (const RecordedTexture* given = find(texture)) {
        return std::bit_ceil(given->samples);
    }
    return ir3_textures_ != nullptr ? ir3_textures_->num_samples(texture) : 1;
}

ir3::Texel CaseResources::lookup(const ir3::TextureRequest& request) {
    if (const auto texel = look_up_image(request, first_image_texture_, *this)) {
        return *texel;
    }
    if (const RecordedTexture* texture = find(request.texture)) {
        return look_up(*texture, texture->sampler, request);
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
