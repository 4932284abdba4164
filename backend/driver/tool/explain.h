#pragma once

#include <string>
#include <string_view>

namespace jacquard::driver {

// Everything the tables say about a name, in every language that has it: "fmul" in all, "nir:fmul",
// "tgsi:MOV" or "ir3:mov" in one. Empty when there is none.
[[nodiscard]] std::string explain(std::string_view name);

// ", did you mean '…'?" with the name of any language that is nearest, or nothing.
[[nodiscard]] std::string explain_suggestion(std::string_view name);

} // namespace jacquard::driver
