#pragma once

#include <jacquard/ir3/emulator/interface/resources.h>
#include <jacquard/ir3/emulator/interface/texture_sampler.h>
#include <jacquard/nir/interpreter/interface/images.h>
#include <jacquard/nir/interpreter/interface/sampler.h>
#include <jacquard/runs/case/case_file.h>

#include <optional>
#include <vector>

namespace jacquard::driver {

// The textures and storage images that a run of a case gives, for both engines. A texture that it
// does not give is left to the sampler of test textures.
class CaseResources final : public nir::interpreter::Sampler,
                            public nir::interpreter::Images,
                            public ir3::TextureSampler,
                            public ir3::StorageImages {
  public:
    // `nir_textures` and `ir3_textures` answer for textures that the run does not give.
    CaseResources(nir::interpreter::Sampler* nir_textures, ir3::TextureSampler* ir3_textures)
        : nir_textures_(nir_textures), ir3_textures_(ir3_textures) {}

    // The run must outlive what is asked; its images are copied. `first_image_texture` is that of
    // the program, where machine code asks.
    void set(const CaseRun& run, std::optional<std::uint32_t> first_image_texture = {});
    // Returns the current contents.
    [[nodiscard]] const std::vector<CaseTexture>& images() const { return images_; }

    nir::interpreter::Texel lookup(const nir::interpreter::TextureRequest& request) override;
    nir::interpreter::ImageAnswer access(const nir::interpreter::ImageRequest& request) override;
    ir3::Texel lookup(const ir3::TextureRequest& request) override;
    [[nodiscard]] std::uint32_t num_samples(std::uint32_t texture) const override;
    std::array<std::uint32_t, 4> access(const ir3::ImageRequest& request) override;

  private:
    [[nodiscard]] const RecordedTexture* find(std::uint32_t number) const;

    nir::interpreter::Sampler* nir_textures_;
    ir3::TextureSampler* ir3_textures_;
    const CaseRun* run_ = nullptr;
    std::optional<std::uint32_t> first_image_texture_;
    std::vector<CaseTexture> images_;
};

} // namespace jacquard::driver
