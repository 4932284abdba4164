#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/runs/recorded/recorded_case.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace jacquard::driver {

// The resources of a recorded case as descriptor sets, the way a driver with bindless descriptors
// lays them out: bindings in order, one descriptor an element, two for an image with its sampler.
class RecordedDescriptors final : public textures::TextureSampler, public textures::StorageImages {
  public:
    // False when the case's resources cannot be laid out, which `fault` explains. The case must
    // outlive what is laid out; buffers and images that are written are copied. A storage buffer
    // takes a second descriptor for its bytes where `has_byte_views`.
    [[nodiscard]] bool set(const RecordedCase& recorded, bool has_byte_views, std::string& fault);

    [[nodiscard]] std::span<const std::span<const ir3::Descriptor>> sets() const { return views_; }
    // The descriptor of a set. Null when there is none.
    [[nodiscard]] const ir3::Descriptor* find(unsigned set, unsigned index) const;
    // Notes for each storage buffer who reads and writes it, with that many waves a workgroup.
    void watch(unsigned num_waves);
    void begin_workgroup();

    // Contents as they are now.
    [[nodiscard]] const ByKey<Words>& storage_buffers() const { return storage_; }
    [[nodiscard]] std::span<std::byte> global_memory() { return global_bytes(storage_); }
    [[nodiscard]] ByKey<Words> images() const;

    textures::Texel lookup(const textures::TextureRequest& request) override;
    textures::ImageTexel access(const textures::ImageRequest& request) override;

  private:
    struct Binding {
        unsigned set = 0;
        unsigned binding = 0;
        unsigned element = 0;
        unsigned units = 1;
        ir3::Descriptor descriptor;
    };
    bool add(std::string_view key, const ir3::Descriptor& descriptor, unsigned units,
             std::string& fault);

    std::vector<Binding> bindings_;
    std::vector<std::vector<ir3::Descriptor>> sets_;
    std::vector<std::span<const ir3::Descriptor>> views_;
    std::vector<const RecordedTexture*> textures_;
    // The samplers of the textures, then the separate ones; null if the case has none.
    std::vector<const SamplerState*> samplers_;
    ByKey<RecordedTexture> images_;
    ByKey<Words> storage_;
    std::vector<std::unique_ptr<ir3::MemoryWatch>> watches_;
};

} // namespace jacquard::driver
