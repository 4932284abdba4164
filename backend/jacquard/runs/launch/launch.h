#pragma once

#include <jacquard/runs/launch/read_argument.h>
#include <jacquard/runs/recorded/recorded_case.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The arguments and the memory of a launch.
class Launch {
  public:
    // Reads what is given for each argument, in order:
    //
    //     5  -1.5  1,2,3,4      a number, or the components of a vector
    //     hex:00112233          the bytes of any value, in the order of memory
    //     file:PATH             a buffer with the content of the file
    //     zeros:BYTES           a buffer of zeros
    //     ints:1,-2  floats:1.5 a buffer of words, or of floats of 32 bits
    //     null                  no buffer: the address 0
    //     local:BYTES           memory of the work group
    //     image:FORMAT:EXTENT   an image of zeros, or with :PATH behind it the content of a file
    //     sampler:KEY=WORD,...  what a sampler does
    //
    // There is no launch where one is not as the kernel takes it; `faults` then has all that is
    // wrong.
    [[nodiscard]] static std::optional<Launch>
    prepare(std::string_view kernel, const std::vector<nir::KernelArgument>& takes,
            const std::vector<std::string_view>& given, const ReadArgument& read,
            std::vector<std::string>& faults);

    // Places memory of the work group behind that which the kernel has by itself, and gives how
    // much there is then.
    [[nodiscard]] std::uint32_t place_local(std::uint32_t own_bytes);

    // The block of arguments and the memory by address.
    [[nodiscard]] RecordedCase recorded(const std::array<std::uint32_t, 3>& groups) const;

    [[nodiscard]] const std::vector<LaunchArgument>& arguments() const { return arguments_; }
    // Returns what a run left of a buffer in memory by address.
    [[nodiscard]] static std::vector<std::byte> buffer_of(const LaunchArgument& argument,
                                                          const Words& memory);
    // And what it left of an image.
    [[nodiscard]] static std::vector<std::byte> image_of(const LaunchArgument& argument,
                                                         const ByKey<Words>& images);
    // Returns whether a run left what is between the buffers as it was.
    [[nodiscard]] bool is_outside_intact(const Words& memory) const;

  private:
    void place_buffers();

    std::vector<LaunchArgument> arguments_;
    std::vector<std::uint32_t> local_offsets_; // by argument
    std::uint64_t memory_bytes_ = 0;
};

// A size in up to three directions: 64, 64x2 or 64x2x1. Nothing where it is none.
[[nodiscard]] std::optional<std::array<std::uint32_t, 3>> read_extent(std::string_view text);

} // namespace jacquard::driver
