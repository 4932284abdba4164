#pragma once

#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/runs/recorded/recorded_textures.h>

#include <cstddef>
#include <span>
#include <vector>

namespace jacquard::driver {

// The resources that a recorded case binds to a shader, in the interpreter's form.
class NirResources {
  public:
    NirResources() = default;
    NirResources(const NirResources&) = delete;
    NirResources& operator=(const NirResources&) = delete;

    // Tells the environment where everything is; storage buffers and images hold what the case
    // says. The case must outlive what runs there, and nothing of it this object.
    void bind(const RecordedCase& recorded, std::span<const Resource> resources,
              nir::interpreter::Environment& environment);

    [[nodiscard]] const ByKey<Words>& storage_buffers() const { return storage_; }
    [[nodiscard]] const RecordedImages& images() const { return images_; }

  private:
    RecordedTextures textures_;
    RecordedImages images_;
    std::vector<std::span<const std::byte>> constant_views_;
    std::vector<std::span<std::byte>> storage_views_;
    ByKey<Words> storage_;
};

} // namespace jacquard::driver
