#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// The positions of a program's parts in its text.
struct AssemblyPlaces {
    std::vector<std::uint32_t> lines; // of each word, from 1 on
    bool has_directives = false;      // beside @gpu
};

// A program from its assembly: the directives that assembly_text() prints, then instructions and
// labels. `gpu` is the part to assemble for; without it `@gpu` says so, and 630 is meant where
// neither does. Reports every fault; nothing where there is one. Codes of directives are A2xx.
[[nodiscard]] std::optional<ir3::Program>
read_assembly(std::string_view text, std::optional<std::uint32_t> gpu, Diagnostics& diagnostics,
              const Limits& limits = {}, AssemblyPlaces* places = nullptr);

} // namespace jacquard::driver

JACQUARD_END_API
