#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/runs/launch/launch_arguments.h>

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Everything that a launched program sees beside its registers.
class LaunchSurroundings {
  public:
    // All of it must outlive the surroundings. What is wrong is added to `faults`.
    LaunchSurroundings(const ir3::Program& program, const ProgramLaunch& launch,
                       const BoundArguments& arguments, const std::array<std::uint32_t, 3>& groups,
                       std::vector<std::string>& faults);
    LaunchSurroundings(const LaunchSurroundings&) = delete;
    LaunchSurroundings& operator=(const LaunchSurroundings&) = delete;

    [[nodiscard]] const ir3::Environment& environment() const { return environment_; }
    // The name of an area of the environment, and the address at which it begins, 0 where it has
    // none.
    [[nodiscard]] std::string_view name_of(const ir3::MemoryArea* area,
                                           std::uint64_t& address) const;

  private:
    void bind(const ir3::Resource& resource);
    void place(const ir3::Resource& resource, std::uint32_t element,
               const ir3::Descriptor& descriptor);
    void set_constants(const std::array<std::uint32_t, 3>& groups);
    void copy_constants(std::uint32_t const_vec4, std::span<const std::uint32_t> words);

    const ir3::Program& program_;
    const ProgramLaunch& launch_;
    const BoundArguments& arguments_;
    std::vector<std::string>& faults_;
    std::vector<std::uint32_t> constants_;
    std::vector<std::vector<std::uint32_t>> uniform_words_; // by number
    std::vector<std::span<const std::uint32_t>> uniform_buffers_;
    std::vector<std::vector<ir3::Descriptor>> sets_;
    std::vector<std::span<const ir3::Descriptor>> set_views_;
    std::vector<ir3::Descriptor> slots_;
    std::vector<std::byte> placed_; // uniform buffers that the program reads by address
    std::vector<ir3::MemoryRange> ranges_;
    std::vector<std::string> names_; // by range
    ir3::Environment environment_;
};

} // namespace jacquard::driver
