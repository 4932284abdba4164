#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <span>
#include <string_view>

namespace jacquard {

// The name that somebody who wrote `written` most likely meant: the one with the smallest number of
// insertions, deletions, replacements and swaps of neighbours, letter case aside. Empty when none
// is close (more than a third of the letters differ). The first of equals wins.
[[nodiscard]] std::string_view near_name(std::string_view written,
                                         std::span<const std::string_view> names);

// Adds the note "did you mean 'NAME'?" where a name is near.
void suggest_name(Diagnostic& fault, std::string_view written,
                  std::span<const std::string_view> names);

} // namespace jacquard
