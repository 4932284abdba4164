#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/view/forms.h>

#include <cstdint>
#include <vector>

namespace jacquard::driver::view {

// Leaves forms out of the columns, every other one at a time, and then the ends of the longest
// texts, until the lines that are left take at most `most_bytes` of a page or are few. Columns know
// how many forms were left out; the number of lines that were is returned.
[[nodiscard]] std::uint64_t fit_columns(const CostedShader& shader, std::vector<Column>& columns,
                                        std::uint64_t most_bytes);

} // namespace jacquard::driver::view
