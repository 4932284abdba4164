#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace jacquard::driver {

// A sampler that several threads use. What it samples must not change meanwhile.
class LockedSampler final : public textures::TextureSampler {
  public:
    explicit LockedSampler(textures::TextureSampler* sampler) : sampler_(sampler) {}

    [[nodiscard]] textures::Texel lookup(const textures::TextureRequest& request) override {
        const std::lock_guard lock(mutex_);
        return sampler_ != nullptr ? sampler_->lookup(request) : textures::Texel{};
    }
    [[nodiscard]] std::uint32_t num_samples(std::uint32_t texture) const override {
        const std::lock_guard lock(mutex_);
        return sampler_ != nullptr ? sampler_->num_samples(texture) : 1;
    }

  private:
    textures::TextureSampler* sampler_;
    mutable std::mutex mutex_;
};

// An environment with copies of all memory that a program may write, and of the constants. It has
// no storage images: a program that needs them faults.
class EnvironmentCopy {
  public:
    // `textures` samples for all copies; both must outlive the copy.
    EnvironmentCopy(const ir3::Environment& from, LockedSampler& textures);
    EnvironmentCopy(const EnvironmentCopy&) = delete;
    EnvironmentCopy& operator=(const EnvironmentCopy&) = delete;

    // How many bytes a copy has; nothing where some memory is in two places that differ, so that
    // copies would be no substitute.
    [[nodiscard]] static std::optional<std::uint64_t> bytes_of(const ir3::Environment& from);

    [[nodiscard]] const ir3::Environment& environment() const { return environment_; }

    // Whether what ran with this copy wrote what the other one's read or wrote, or the other way
    // round. Both are copies of one environment.
    [[nodiscard]] bool depends_on(const EnvironmentCopy& other) const;
    // Takes over what the other one's accesses were.
    void add_accesses(const EnvironmentCopy& other);
    // Writes what was changed to where the copy came from.
    void give_back() const;

  private:
    struct Area {
        std::span<std::byte> from;
        std::vector<std::byte> bytes;
        ir3::AccessMarks marks;
    };
    [[nodiscard]] ir3::MemoryArea copy_of(const ir3::MemoryArea& area);
    [[nodiscard]] std::vector<ir3::Descriptor>
    copies_of(std::span<const ir3::Descriptor> descriptors);

    ir3::Environment environment_;
    std::deque<Area> areas_; // which stay where they are
    std::vector<std::uint32_t> constants_;
    std::vector<ir3::MemoryRange> ranges_;
    std::vector<ir3::Descriptor> slots_;
    std::vector<std::vector<ir3::Descriptor>> sets_;
    std::vector<std::span<const ir3::Descriptor>> set_views_;
};

} // namespace jacquard::driver
