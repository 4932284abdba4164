#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The description of a name in the tables of one language.
struct ExplainedName {
    std::string_view language; // tgsi, spirv, nir, ir3, pipelines, advice or errors
    std::string_view name;
    std::string_view text;
};

// An entry for each language that has the name; "nir:fmul" asks for one language.
[[nodiscard]] std::vector<ExplainedName> explanations_of(std::string_view name);

// Everything the tables say about a name, in every language that has it: "fmul" in all, "nir:fmul",
// "tgsi:MOV" or "ir3:mov" in one. Empty when there is none.
[[nodiscard]] std::string explain(std::string_view name);

// The entries of all languages whose names have `part` in them, in any letter case; language by
// language. "nir:add" asks for one language.
[[nodiscard]] std::vector<ExplainedName> explanations_with(std::string_view part);

// ", did you mean '…'?" with the name of any language that is nearest, or nothing.
[[nodiscard]] std::string explain_suggestion(std::string_view name);

} // namespace jacquard::driver
