#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::spirv {

struct AssembleOptions {
    // 0x00010300 is 1.3. Unset: what the header of the text says, else 1.0.
    std::optional<std::uint32_t> version = {};
    // An id that is not defined once is a fault here, where its place is known. Otherwise
    // read_module() tells it.
    bool check_definitions = true;
    Limits limits = {};
};

// Returns whether a text begins, after comments, with an instruction of SPIR-V assembly: `OpX …` or
// `%name = OpX …`.
[[nodiscard]] bool is_assembly(std::string_view text);

// The module, as bytes of little-endian words, that a text describes in the form in which print()
// writes modules: results in front, names for numbers. Ids that are numbers keep them. Nothing
// after a fault; `diagnostics`, which was made from the text, then has each with its place. What
// comes out is as sound as the text says: read_module() checks it.
[[nodiscard]] std::optional<std::string> assemble(std::string_view text, Diagnostics& diagnostics,
                                                  const AssembleOptions& options = {});

} // namespace jacquard::spirv
