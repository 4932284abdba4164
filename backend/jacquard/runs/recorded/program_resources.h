#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/program.h>
#include <jacquard/runs/recorded/recorded_textures.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace jacquard::driver {

// The resources that a recorded case binds to a program, in the emulator's form: descriptor sets if
// the program names them, else numbered slots.
class ProgramResources final : public textures::TextureSampler {
  public:
    explicit ProgramResources(const ir3::Program& program) : program_(program) {}
    ProgramResources(const ProgramResources&) = delete;
    ProgramResources& operator=(const ProgramResources&) = delete;

    // From the start of a run on; storage buffers and images hold what the case says.
    void set(const RecordedCase& recorded);
    // Says where what is in slots lies, to the slots and to the program, in its constants.
    void lay_out(std::span<std::uint32_t> constants);
    // Tells the environment where everything is. Nothing of it may outlive this object.
    void bind(ir3::Environment& environment);

    [[nodiscard]] textures::Texel lookup(const textures::TextureRequest& request) override;
    [[nodiscard]] std::uint32_t num_samples(std::uint32_t texture) const override;

    [[nodiscard]] const ByKey<Words>& storage_buffers() const { return storage_; }
    [[nodiscard]] const RecordedImages& images() const { return images_; }

  private:
    void place(const ir3::Resource& resource, std::uint32_t element,
               const ir3::Descriptor& descriptor);

    const ir3::Program& program_;
    RecordedTextures textures_;
    RecordedImages images_;
    ByKey<Words> storage_;
    std::vector<std::vector<ir3::Descriptor>> sets_;
    std::vector<std::span<const ir3::Descriptor>> set_views_;
    std::vector<ir3::Descriptor> slots_;
    std::vector<std::span<const std::uint32_t>> uniform_buffers_;
    std::vector<std::byte> placed_; // of these, what the program reads by address
};

} // namespace jacquard::driver
