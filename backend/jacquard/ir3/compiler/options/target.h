#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstdint>
#include <optional>

namespace jacquard::ir3 {

// The machine that a shader is compiled for. It is looked up once, when compiling begins; what
// needs facts of the part or of its revision is given the target.
struct Target {
    std::uint32_t gpu = 0; // part number
    Revision revision{};
    // Lanes of a full wave; 0: as it suits the part and the program.
    std::uint32_t wave_size = 0;
    // The facts are those for waves of that size: where those are wide, a lane has a part of the
    // registers.
    MachineFacts machine;

    void set_wave_size(std::uint32_t lanes);
};

// Returns the target that the options name; nothing when there is no such part.
[[nodiscard]] std::optional<Target> find_target(const CompileOptions& options);

} // namespace jacquard::ir3
