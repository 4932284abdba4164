#pragma once

#include "tgsi_generator/menu.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace jacquard::fuzz {

// Why nothing with an opcode can be compared: what the first part says against the smallest program
// with it, by the opcode's name.
using Refusals = std::map<std::string, std::string>;

// What at least one of the parts takes, of all that the stage has. It is found by compiling the
// smallest program with each opcode. Opcodes that no program can be written with count as refused.
[[nodiscard]] tgsi::Menu supported_menu(tgsi::Stage stage, std::span<const std::uint32_t> gpus,
                                        Refusals& refusals);

// Of all opcodes, those that neither menu has: with what is said against them, or that they belong
// to other stages or are not translated.
[[nodiscard]] Refusals refused_everywhere(std::span<const Refusals> of_stages);

} // namespace jacquard::fuzz
