#pragma once

#include <jacquard/nir/interpreter/interface/environment.h>

#include <bit>
#include <cstdint>
#include <optional>

namespace jacquard::driver {

// The pipeline gives these values to each lane of a fragment or vertex shader beside its inputs, in
// both engines.
class PipelineValues {
  public:
    virtual ~PipelineValues() = default;
    // A fragment's position: in pixels from the upper left corner; the depth; 1 / w. Bits of
    // floats.
    [[nodiscard]] virtual std::uint32_t fragment_position(unsigned component,
                                                          unsigned lane) const = 0;
    [[nodiscard]] virtual bool is_front(unsigned lane) const = 0;
    [[nodiscard]] virtual std::uint32_t vertex(unsigned component, unsigned lane) const = 0;
    [[nodiscard]] virtual std::uint32_t primitive(unsigned component, unsigned lane) const = 0;
    // The number of the draw's first instance.
    [[nodiscard]] virtual std::uint32_t base_instance() const { return 0; }
    // The instance of the lane, counted from the first one on.
    [[nodiscard]] virtual std::uint32_t instance(unsigned /*lane*/) const { return 0; }
    // Within the square of a point, from 0 to 1. Bits of floats.
    [[nodiscard]] virtual std::uint32_t point_coordinate(unsigned /*component*/,
                                                         unsigned /*lane*/) const {
        return 0;
    }
    // The position of the one sample of a pixel, its middle, as bits of floats.
    [[nodiscard]] static std::uint32_t sample_position(unsigned component) {
        return component < 2 ? std::bit_cast<std::uint32_t>(0.5F) : 0;
    }
    // Returns true if a fragment is there for its neighbours' derivatives alone.
    [[nodiscard]] virtual bool is_helper(unsigned /*lane*/) const { return false; }
};

// The same, asked by the interpreter.
class NirPipelineValues final : public nir::interpreter::SystemValues {
  public:
    explicit NirPipelineValues(const PipelineValues& values) : values_(values) {}

    [[nodiscard]] std::optional<std::uint64_t> value(const nir::IntrinsicInstruction& instruction,
                                                     unsigned component, unsigned lane,
                                                     std::uint64_t argument) override;

  private:
    const PipelineValues& values_;
};

} // namespace jacquard::driver
