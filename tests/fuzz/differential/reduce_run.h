#pragma once

#include <jacquard/runs/case/case_file.h>

#include <functional>

namespace jacquard::fuzz {

// Simplifies the words that a shader is given as far as `holds` allows: mostly to 0, and to the
// same in all lanes. The expected results stay unchanged.
[[nodiscard]] driver::CaseRun reduce_run(const driver::CaseRun& run,
                                         const std::function<bool(const driver::CaseRun&)>& holds);

} // namespace jacquard::fuzz
