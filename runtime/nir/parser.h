#pragma once

#include <jacquard/nir/shader.h>
#include <jacquard/support/diagnostics.h>

#include <memory>
#include <string_view>

namespace jacquard::nir {

// Reads the text form. Every fault found is added to `diagnostics`; null when there is one.
//
// What comes back satisfies the validator: what the grammar cannot say (a use that its definition
// does not dominate, a width that does not fit) is reported at the instruction's place.
[[nodiscard]] std::unique_ptr<Shader> parse(std::string_view text, Diagnostics& diagnostics);

} // namespace jacquard::nir
