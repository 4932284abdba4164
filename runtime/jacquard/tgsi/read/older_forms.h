#pragma once

#include <jacquard/tgsi/program.h>

namespace jacquard::tgsi {

// Returns whether the program consists of kernels: compute shaders that have only subroutines, of
// which the first that no other calls is the entry point. Only such texts need no END.
[[nodiscard]] bool is_kernel(const Program& program);

// Says what older texts say as today's do; expects a checked program.
//
// Registers of RES become buffers, sampler views where textures are looked up, and images
// otherwise; RLOCAL and its like become registers of MEMORY, which are declared; a kernel gets a
// call of its beginning and an END.
void replace_older_forms(Program& program);

} // namespace jacquard::tgsi
