#pragma once

#include <jacquard/runs/case/case_file.h>

#include <cstddef>
#include <span>
#include <vector>

namespace jacquard::driver {

// Makes whole vectors of the shared memory that a work group left behind.
[[nodiscard]] Words words_of_shared(std::span<const std::byte> bytes);

// Adds it to what memory holds after a run that gave no shared memory itself.
void add_shared(std::vector<CaseMemory>& memories, std::span<const std::byte> bytes);

} // namespace jacquard::driver
