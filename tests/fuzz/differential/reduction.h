#pragma once

#include "comparison.h"

#include <string>

namespace jacquard::fuzz {

// A failure in the fewest lines that were found.
struct ReducedFailure {
    Subject subject;
    driver::CaseRun run;
    Failure failure;
    unsigned tries = 0;

    // The shader, the case as the text of a case file, and what is wrong with it.
    [[nodiscard]] std::string to_string() const;
};

// Reduces the shader and the run that shows the failure, as long as it stays one of the same kind.
[[nodiscard]] ReducedFailure reduce_failure(const Subject& subject,
                                            const std::vector<driver::CaseRun>& runs,
                                            const Failure& failure,
                                            std::span<const std::uint32_t> gpus);

} // namespace jacquard::fuzz
