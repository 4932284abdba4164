#include <jacquard/generated/ir3/slots.h>
#include <jacquard/runs/engines/slot_layouts.h>

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::driver {

namespace {

// No two images or rows that a case gives meet at such distances.
constexpr std::uint32_t kBytesOfSlot = 0x100;
constexpr std::array<std::uint32_t, 3> kSteps = {4, 0x4000, 0x400000};

} // namespace

void lay_out_slots(const ir3::Program& program, std::span<std::uint32_t> constants,
                   std::span<ir3::Descriptor> slots) {
    for (ir3::Descriptor& slot : slots) {
        slot.steps = kSteps;
    }
    for (const ir3::DriverParameter& parameter : program.driver_parameters) {
        std::size_t found = 0;
        while (found < ir3::slot_family::MEMORY_SLOT_IR3.count &&
               ir3::slot_info(ir3::slot_family::MEMORY_SLOT_IR3[found]).name != parameter.name) {
            ++found;
        }
        if (found >= slots.size() || parameter.constant >= constants.size() ||
            constants.size() - parameter.constant < parameter.num_components) {
            continue;
        }
        const std::span<std::uint32_t> words =
            constants.subspan(parameter.constant, parameter.num_components);
        if (words.size() == 3) {
            std::copy(kSteps.begin(), kSteps.end(), words.begin());
        } else if (words.size() == 4) {
            slots[found].address = kBytesOfSlot * (static_cast<std::uint32_t>(found) + 1);
            words[0] = slots[found].address;
            words[1] = kSteps[1];
            words[2] = kSteps[2];
            words[3] = kSteps[0];
        }
    }
}

std::vector<std::byte>
place_uniform_buffers(const ir3::Program& program, std::span<std::uint32_t> constants,
                      std::span<const std::span<const std::uint32_t>> buffers,
                      std::uint64_t first) {
    constexpr std::size_t kBetween = 16; // that no buffer ends where another one begins
    std::vector<std::byte> memory;
    for (const ir3::DriverParameter& parameter : program.driver_parameters) {
        for (std::size_t number = 0; number < ir3::slot_family::UNIFORM_BUFFER_ADDRESS_IR3.count;
             ++number) {
            if (ir3::slot_info(ir3::slot_family::UNIFORM_BUFFER_ADDRESS_IR3[number]).name !=
                    parameter.name ||
                constants.size() < std::size_t{parameter.constant} + parameter.num_components) {
                continue;
            }
            const std::uint64_t address = first + memory.size();
            constants[parameter.constant] = static_cast<std::uint32_t>(address);
            if (parameter.num_components > 1) {
                constants[parameter.constant + 1] = static_cast<std::uint32_t>(address >> 32);
            }
            if (number < buffers.size()) {
                const auto bytes = std::as_bytes(buffers[number]);
                memory.insert(memory.end(), bytes.begin(), bytes.end());
            }
            memory.resize(memory.size() + kBetween);
        }
    }
    return memory;
}

void tell_samples(const ir3::Program& program, std::span<std::uint32_t> constants,
                  const textures::TextureSampler& textures) {
    for (const ir3::DriverParameter& parameter : program.driver_parameters) {
        for (std::uint32_t texture = 0; texture < ir3::slot_family::TEXTURE_SAMPLE_BITS_IR3.count;
             ++texture) {
            if (ir3::slot_info(ir3::slot_family::TEXTURE_SAMPLE_BITS_IR3[texture]).name ==
                    parameter.name &&
                parameter.constant < constants.size()) {
                constants[parameter.constant] =
                    static_cast<std::uint32_t>(std::countr_zero(textures.num_samples(texture)));
            }
        }
    }
}

} // namespace jacquard::driver
