#pragma once

#include <jacquard/ir3/emulator/interface/resources.h>
#include <jacquard/ir3/program.h>
#include <jacquard/textures/texture_sampler.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::driver {

// Makes up where buffers and images in slots lie, which nobody but the driver knows, and tells both
// the program, in its constants, and the slots. Slots that the program asks nothing of begin at 0.
void lay_out_slots(const ir3::Program& program, std::span<std::uint32_t> constants,
                   std::span<ir3::Descriptor> slots);

// The uniform buffers that the program reads by address, one behind the other, as memory of which
// the first byte has the address `first`; tells the program where they begin.
std::vector<std::byte>
place_uniform_buffers(const ir3::Program& program, std::span<std::uint32_t> constants,
                      std::span<const std::span<const std::uint32_t>> buffers, std::uint64_t first);

// Tells the program how many samples textures have, where it asks.
void tell_samples(const ir3::Program& program, std::span<std::uint32_t> constants,
                  const textures::TextureSampler& textures);

} // namespace jacquard::driver
