#pragma once

#include <string_view>

namespace jacquard::nir {

// How the result of a pass may differ from the shader it was given.
struct PassPolicy {
    std::string_view pass;
    double tolerance = 0.0;    // of max(1, |value|)
    std::string_view reason;   // why it may differ, or why it is not run
    bool approximates = false; // exact instructions too; and not near the ends of ranges
    bool is_run = true;        // on its own, by tests that compare
    // Shaders of the corpus in which an intermediate value leaves the range that the pass keeps.
    unsigned corpus_exceptions = 0;
};

// Exact, run, and without a reason for passes that no row names.
[[nodiscard]] PassPolicy policy_of(std::string_view pass);

// Every row names a pass that there is.
[[nodiscard]] bool policies_name_passes();

} // namespace jacquard::nir
