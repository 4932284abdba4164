#pragma once

#include <jacquard/nir/interpreter/interface/environment.h>
#include <jacquard/nir/ir/shader.h>

#include "moved_slots.h"
#include "random.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jacquard::nir {

// Describes how much of everything shaders may reach.
struct Extent {
    unsigned input_slots = 16;
    unsigned output_slots = 16;
    unsigned vertices = 3;
    std::vector<std::size_t> constant_buffer_bytes; // by number
    std::size_t storage_buffers = 6;
    std::size_t storage_bytes = 512; // of each; shared memory is twice as large
    bool has_constant_data = false;  // of its own
    bool has_helpers = false;        // lanes that only help, as fragments may

    // Grows to what the shader reaches by constant numbers.
    void include(const Shader& shader);
};

// Textures without end: a texel is a sum of its coordinates in texels, the layer, the level and so
// on, each weighed by numbers that belong to the texture, the sampler and the component. What asks
// for the same texel in another way gets the same answer but for rounding.
class LinearSampler final : public textures::TextureSampler {
  public:
    explicit LinearSampler(std::uint64_t seed) : seed_(seed) {}
    [[nodiscard]] textures::Texel lookup(const textures::TextureRequest& request) override;

  private:
    [[nodiscard]] float weight(std::uint64_t what, std::uint64_t which) const;
    [[nodiscard]] std::uint32_t size(const textures::TextureRequest& request, unsigned axis,
                                     std::uint32_t level) const;
    [[nodiscard]] float texels_along(const textures::TextureRequest& request, unsigned axis) const;
    void query(const textures::TextureRequest& request, textures::Texel& texel) const;

    std::uint64_t seed_;
};

// Images whose texels are numbers made of what is asked for; stores and atomics are summed up in
// `trace`, which two runs can be compared by.
class TracedImages final : public textures::StorageImages {
  public:
    explicit TracedImages(std::uint64_t seed) : seed_(seed) {}
    [[nodiscard]] textures::ImageTexel access(const textures::ImageRequest& request) override;
    std::uint64_t trace = 0;

  private:
    std::uint64_t seed_;
};

// System values that fit together, as far as one follows from others.
class ChosenSystemValues final : public interpreter::SystemValues {
  public:
    // Storage buffers stand one behind the other from an address on.
    ChosenSystemValues(std::uint64_t seed, unsigned lanes, unsigned wave, WordStyle style,
                       std::uint64_t storage_address, std::uint64_t storage_bytes);
    [[nodiscard]] std::optional<std::uint64_t> value(const IntrinsicInstruction& instruction,
                                                     unsigned component, unsigned lane,
                                                     std::uint64_t argument) override;

  private:
    [[nodiscard]] std::uint32_t local_index(unsigned lane) const { return wave_ * lanes_ + lane; }

    std::uint64_t seed_;
    unsigned lanes_;
    unsigned wave_;
    WordStyle style_;
    std::uint64_t storage_address_;
    std::uint64_t storage_bytes_;
};

// Everything that waves see, made from a seed. It owns the memory.
class Surroundings {
  public:
    Surroundings(const Extent& extent, unsigned lanes, unsigned num_waves, std::uint64_t seed,
                 WordStyle style);
    Surroundings(const Surroundings&) = delete;
    Surroundings& operator=(const Surroundings&) = delete;

    [[nodiscard]] std::span<interpreter::Environment> environments() { return environments_; }
    [[nodiscard]] std::size_t num_buffers() const { return storage_views_.size(); }
    [[nodiscard]] std::span<const std::uint32_t> buffer(std::size_t i) const;
    // Global memory but for the storage buffers.
    [[nodiscard]] std::span<const std::uint32_t> free_memory() const;
    // Inputs and uniforms go where a pass has moved their slots.
    void follow(std::span<const MovedSlots> moves);

    std::vector<std::vector<std::uint32_t>> outputs; // by wave
    std::vector<std::vector<std::uint32_t>> vertex_outputs;
    std::vector<std::vector<std::uint32_t>> primitive_outputs;
    std::vector<std::uint32_t> shared;
    std::vector<std::uint32_t> task_payload;
    std::vector<std::uint32_t> global; // the storage buffers at its end
    std::vector<std::uint32_t> constant_file;
    std::vector<std::uint32_t> atomic_counters;
    TracedImages images;

  private:
    unsigned lanes_;
    std::vector<std::vector<std::uint32_t>> inputs_;
    std::vector<std::vector<std::uint32_t>> vertex_inputs_;
    std::vector<std::vector<std::uint32_t>> constants_;
    std::vector<std::uint32_t> uniforms_;
    std::vector<std::uint32_t> constants_of_draw_; // pushed, of the shader and of a kernel
    std::vector<std::span<const std::byte>> constant_views_;
    std::vector<std::span<std::byte>> storage_views_;
    LinearSampler sampler_;
    std::vector<ChosenSystemValues> system_values_;
    std::vector<interpreter::Environment> environments_;
};

} // namespace jacquard::nir
