#pragma once

#include <jacquard/spirv/module/module.h>

#include <string>
#include <vector>

namespace jacquard::spirv {

// The names of ids in texts, by id. An empty list means that ids are printed as numbers.
using IdNames = std::vector<std::string>;

// `%5 = OpLoad %3 %4`. An instruction that is not whole is printed as far as it goes.
[[nodiscard]] std::string print_instruction(const Module& module, const Instruction& instruction,
                                            const IdNames& names = {});

// `%5`, or the name with the sign in front.
[[nodiscard]] std::string print_id(std::uint32_t id, const IdNames& names);

// A literal of `words` that is of a type.
[[nodiscard]] std::string print_number(const Module& module, std::uint32_t type,
                                       std::span<const std::uint32_t> words);

} // namespace jacquard::spirv
