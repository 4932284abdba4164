#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <memory>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// Reads the text form. Every fault found is added to `diagnostics`; null when there is one.
//
// What comes back satisfies the validator: what the grammar cannot say (a use that its definition
// does not dominate, a width that does not fit) is reported at the instruction's place. The memory
// of the shader, and of all that is made of it later, is counted against `limits.memory`; here that
// ends in an error like the others, later in BudgetExceeded.
[[nodiscard]] std::unique_ptr<Shader> parse(std::string_view text, Diagnostics& diagnostics,
                                            const Limits& limits = {});

} // namespace jacquard::nir

JACQUARD_END_API
