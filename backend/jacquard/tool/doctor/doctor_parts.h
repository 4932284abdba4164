#pragma once

#include <jacquard/tool/frame/streams.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Libraries and programs from elsewhere that Jacquard uses.
namespace jacquard::driver {

enum class PartUser : std::uint8_t { tool, build, tests };

enum class PartKind : std::uint8_t {
    compiled_in,   // a library that the build found
    program,       // where PATH has it
    python_module, // of a Python that the build would take
    file,          // or folder
};

struct OptionalPart {
    std::string_view name;
    PartUser user;
    PartKind kind;
    std::string_view probes;  // programs, modules or files with blanks between; one is enough
    std::string_view use;     // what needs it
    std::string_view package; // Debian's
};

struct FoundPart {
    const OptionalPart* part = nullptr;
    bool is_there = false;
    std::string where; // a path, "built in", or nothing
};

[[nodiscard]] std::span<const OptionalPart> optional_parts();

// Looks for all of them.
[[nodiscard]] std::vector<FoundPart> find_parts(const Streams& streams);

} // namespace jacquard::driver
