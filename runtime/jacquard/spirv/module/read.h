#pragma once

#include <jacquard/spirv/module/module.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <optional>
#include <string_view>

namespace jacquard::spirv {

// Returns whether bytes begin with the magic number, in either byte order.
[[nodiscard]] bool is_module(std::string_view bytes);

// The module that bytes hold, in either byte order; nothing when something in it could not be read,
// which `diagnostics` then tells with the word where it is, the instruction as text, and the line
// of the source where the module says it.
//
// Afterwards every instruction is known and has its operands; every id is below the bound, is
// defined once, and is defined somewhere where it is used; functions are made of blocks that end
// with the one instruction that leaves them.
[[nodiscard]] std::optional<Module> read_module(std::string_view bytes, Diagnostics& diagnostics,
                                                const Limits& limits = {});

} // namespace jacquard::spirv
