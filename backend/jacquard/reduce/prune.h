#pragma once

#include <jacquard/tgsi/program.h>

#include <vector>

namespace jacquard::driver {

// Takes out the instructions for which `goes` is true. Labels go on naming the same instruction, or
// the one that comes after it.
void remove_instructions(tgsi::Program& program, const std::vector<bool>& goes);

// Takes out operands, immediates and declarations that nothing uses. Immediates get other numbers;
// all other registers keep theirs, as cases name inputs and constants by them.
void prune(tgsi::Program& program);

} // namespace jacquard::driver
