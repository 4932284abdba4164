#pragma once

#include <jacquard/ir3/emulator/memory/element_access.h>

namespace jacquard::ir3 {

// Instructions that access buffers and images by descriptors.
class DescriptorUnit final : MemoryPart {
  public:
    static constexpr unsigned kMaxCoordinates = 3;
    using Coordinates = std::array<LaneWords, kMaxCoordinates>;
    // The descriptor of each executing lane; never null.
    using LaneDescriptors = std::array<const Descriptor*, Wave::kMaxLanes>;

    using MemoryPart::MemoryPart;

    bool execute_descriptor_load(const Step& step);
    bool execute_descriptor_store(const Step& step);
    bool execute_descriptor_atomic(const Step& step);
    bool execute_descriptor_size(const Step& step);

    bool find_descriptors(const Step& step, unsigned source, LaneDescriptors& found);
    [[nodiscard]] const Descriptor* find_descriptor(const Step& step, std::uint32_t index) const;
    bool fail_descriptor(const char* wanted, std::uint32_t index);
    [[nodiscard]] textures::ImageRequest
    image_request(const Step& step, textures::ImageRequest::Kind kind, unsigned lane,
                  const Descriptor& image, const Coordinates* coordinates = nullptr) const;
    // Performs an atomic on a texel with `word`, which becomes what the texel held before.
    bool change_texel(const Step& step, textures::ImageRequest& request, std::uint32_t& word,
                      std::uint32_t compare);
    bool access_image(const textures::ImageRequest& request, std::array<std::uint32_t, 4>& texel);
};

} // namespace jacquard::ir3
