#pragma once

#include "tgsi_generator/menu.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace jacquard::fuzz {

// Describes why nothing with an opcode can be compared: what the first part says against the
// smallest program with it, by the opcode's name.
using Refusals = std::map<std::string, std::string>;

// Returns the opcodes of the stage that at least one of the parts supports. They are found by
// compiling the smallest program with each opcode. An opcode for which no program can be written
// counts as refused.
[[nodiscard]] tgsi::Menu supported_menu(tgsi::Stage stage, std::span<const std::uint32_t> gpus,
                                        Refusals& refusals);

// Returns the opcodes that neither menu has, each with the reason: its refusal, or that it belongs
// to other stages or is not translated.
[[nodiscard]] Refusals refused_everywhere(std::span<const Refusals> of_stages);

} // namespace jacquard::fuzz
