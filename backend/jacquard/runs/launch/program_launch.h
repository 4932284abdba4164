#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>
#include <jacquard/support/lane_mask.h>
#include <jacquard/support/text/limits.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// Memory of the caller that a launched program reaches from an address on.
struct LaunchRange {
    std::string name; // for messages; may be empty
    std::uint64_t address = 0;
    std::span<std::byte> bytes;
};

// A launch gives one of these for a parameter of a kernel.
struct GivenArgument {
    enum class Kind : std::uint8_t {
        pointer, // an address in a range, or 0
        buffer,  // memory of the caller, for which an address is found
        value,   // the bytes of a scalar, vector or structure
        local,   // so many bytes of memory of the workgroup
    };

    std::string name; // of the parameter; empty: the first one for which nothing was given before
    Kind kind = Kind::value;
    std::uint64_t address = 0;
    std::span<std::byte> buffer;
    std::span<const std::byte> value;
    std::uint64_t local_bytes = 0;
};

// Memory of the caller that is bound to a set and a binding: a storage buffer, in which the program
// writes, or a uniform buffer, which is copied.
struct LaunchBinding {
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint32_t element = 0; // of an array of buffers
    std::span<std::byte> bytes;
};

// An access to memory that a trace tells of.
struct TracedAccess {
    std::string_view memory;   // the name of the range or binding; "local", "private"
    std::uint64_t address = 0; // in a range; else the byte from the start of the memory
    std::uint32_t word = 0;
    std::uint8_t bytes = 0;
    std::uint8_t lane = 0;
    bool is_store = false;
};

// One instruction that one wave has executed.
struct TracedInstruction {
    std::uint32_t word = 0;
    std::array<std::uint32_t, 3> group{};
    std::uint32_t wave = 0;
    LaneMask lanes;
    std::span<const TracedAccess> accesses; // by the lanes that are asked for
};

// Is told of the instructions that a launch executes, and says which it wants to know.
class LaunchTrace {
  public:
    virtual ~LaunchTrace() = default;
    virtual void executed(const TracedInstruction& instruction) = 0;

    // Words from one on to before another.
    std::uint32_t first_word = 0;
    std::uint32_t end_word = 0xffffffff;
    // Instructions that one of these lanes executes.
    LaneMask lanes = LaneMask::first(kMaxLanes);
    // Instructions that access the memory of this name alone; empty: all.
    std::string memory;
};

// A launch of a compute program on memory of the caller.
struct ProgramLaunch {
    std::array<std::uint32_t, 3> grid{1, 1, 1}; // work items along each axis
    std::array<std::uint32_t, 3> group{}; // of them in a workgroup; zeros: as the program says
    std::vector<LaunchRange> ranges;
    std::vector<GivenArgument> arguments;
    std::vector<LaunchBinding> bindings;
    // Words of the constant file from c0.x on, which replace what the program's header asks for.
    std::span<const std::uint32_t> constants;
    std::span<const std::uint32_t> push_constants;
    bool check_hazards = true; // and accesses outside of bindings and of memory of the workgroup
    unsigned threads = 0;      // 0: one for each processor
    LaunchTrace* trace = nullptr;
};

// Something that is wrong with a launch, or with what the program did.
struct LaunchFault {
    std::string code; // of defs/errors
    std::string message;
    std::optional<std::uint32_t> word; // the instruction
    SourceLine line;                   // where it comes from, if that is known
};

struct LaunchResult {
    std::array<std::uint32_t, 3> groups{};
    std::array<std::uint32_t, 3> group{};
    std::uint64_t steps = 0; // instructions that all waves have issued
};

// Runs a program. Returns nothing after faults; where they are of the launch nothing was run, and
// else the memory is as the program left it.
[[nodiscard]] std::optional<LaunchResult> launch(const ir3::Program& program,
                                                 const ProgramLaunch& launch, const Limits& limits,
                                                 std::vector<LaunchFault>& faults);

} // namespace jacquard::driver

JACQUARD_END_API
