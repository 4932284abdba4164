#pragma once

#include <jacquard/spirv/module/print_instruction.h>

namespace jacquard::spirv {

// Names by which people know ids: what OpName says, else what a type or constant is, each once.
[[nodiscard]] IdNames name_ids(const Module& module);

} // namespace jacquard::spirv
