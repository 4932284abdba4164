#pragma once

#include <jacquard/runs/case/case_file.h>
#include <jacquard/textures/storage_images.h>
#include <jacquard/textures/texture_sampler.h>

#include <optional>
#include <vector>

namespace jacquard::driver {

// The textures and storage images that a run of a case gives, for both engines. A texture that it
// does not give is left to the sampler of test textures.
class CaseResources final : public textures::TextureSampler, public textures::StorageImages {
  public:
    // `others` answers for textures that the run does not give.
    explicit CaseResources(textures::TextureSampler& others) : others_(others) {}

    // The run must outlive what is asked; its images are copied. `first_image_texture` is that of
    // the program, where machine code asks.
    void set(const CaseRun& run, std::optional<std::uint32_t> first_image_texture = {});
    // Returns the current contents.
    [[nodiscard]] const std::vector<CaseTexture>& images() const { return images_; }

    [[nodiscard]] textures::Texel lookup(const textures::TextureRequest& request) override;
    [[nodiscard]] std::uint32_t num_samples(std::uint32_t texture) const override;
    [[nodiscard]] textures::ImageTexel access(const textures::ImageRequest& request) override;

  private:
    [[nodiscard]] const RecordedTexture* find(std::uint32_t number) const;

    textures::TextureSampler& others_;
    const CaseRun* run_ = nullptr;
    std::optional<std::uint32_t> first_image_texture_;
    std::vector<CaseTexture> images_;
};

} // namespace jacquard::driver
