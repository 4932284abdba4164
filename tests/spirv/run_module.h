#pragma once

#include <jacquard/runs/recorded/recorded_case.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::spirv {

// Runs a fragment module in the interpreter with `input` at location 0, and returns its output at
// location 0. A module that is not translated ends the test.
[[nodiscard]] std::uint32_t run_fragment(std::string_view text, std::uint32_t input,
                                         std::string_view specialisation = "");

// The same of all that a case gives but its input and output.
[[nodiscard]] std::uint32_t run_fragment(std::string_view text, std::uint32_t input,
                                         driver::RecordedCase given,
                                         std::string_view specialisation = "");

// The NIR of a module as the translator leaves it.
[[nodiscard]] std::string translated_text(std::string_view text);

// The messages about a module that is not translated.
[[nodiscard]] std::string translation_faults(std::string_view text);

} // namespace jacquard::spirv
