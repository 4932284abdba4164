#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/text/diagnostics.h>

#include <array>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard {

// Describes how much one piece of work may take, so that no input can take all there is. Everything
// that reads, compiles or executes what others wrote is given one and looks at it before it takes
// the memory or the time; what goes beyond ends in an error of code L101 to L107. The values here
// hold where nobody says otherwise.
struct Limits {
    // The bytes of one input: a shader, a case file, the words of a program.
    std::uint64_t input_bytes = std::uint64_t{64} << 20;
    // The size of a shader as it is read: instructions, blocks, declarations and whatever else has
    // a line of its own; or words of a machine program.
    std::uint64_t instructions = std::uint64_t{1} << 18;
    // Ifs and loops within each other.
    std::uint64_t nesting = 256;
    // Scalars of all registers that a shader declares, elements of arrays counted.
    std::uint64_t registers = std::uint64_t{1} << 20;
    // Bytes that one shader may take on its way to machine code, all its forms together; or one
    // case file, or one wave that executes a shader. What is in use for a short while beside them
    // is not counted: a process needs up to twice as much.
    std::uint64_t memory = std::uint64_t{768} << 20;
    // The instructions that one run may issue.
    std::uint64_t steps = 1'000'000;
    // The errors that are reported of one input; its reader stops after the last one.
    std::uint64_t errors = kDefaultMaxErrors;
};

enum class Limit : std::uint8_t {
    input_bytes,
    instructions,
    nesting,
    registers,
    memory,
    steps,
    errors,
};
inline constexpr std::size_t kNumLimits = 7;

struct LimitInfo {
    std::string_view code;   // "L102"
    std::string_view name;   // the member of Limits: "instructions"
    std::string_view option; // of the tool: "--max-instructions"
    std::uint64_t Limits::*member;
    std::uint64_t most; // that it can be set to
    std::string_view doc;
};

[[nodiscard]] const LimitInfo& info(Limit limit);

// "there are more than 262144 instructions"
[[nodiscard]] std::string limit_message(Limit limit, const Limits& limits);

// The error that says that a limit is reached, with a note on how to raise it.
[[nodiscard]] Diagnostic limit_diagnostic(SourcePosition position, Limit limit,
                                          const Limits& limits);
// Reports it, and returns what was reported, to which notes may be added.
Diagnostic& report_limit(Diagnostics& diagnostics, SourcePosition position, Limit limit,
                         const Limits& limits);

// Reports what was caught: Limit::memory, or that the system has no more. Code L105 for both.
void report_out_of_memory(Diagnostics& diagnostics, const std::bad_alloc& reason,
                          const Limits& limits);

// The first limit that was reported; nothing when none was.
[[nodiscard]] std::optional<Limit> reported_limit(const Diagnostics& diagnostics);

} // namespace jacquard

JACQUARD_END_API
