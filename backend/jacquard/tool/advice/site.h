#pragma once

#include <jacquard/generated/advice/findings.h>
#include <jacquard/support/text/source_line.h>

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::driver::advice {

// A place of a shader that a finding may be about. Places of one kind on one line are one site.
struct Site {
    SiteKind kind{};
    SourceLine line;
    Facts facts{};
    // A change is about these values of NIR, by number; of a function they are the words where its
    // instructions begin.
    std::vector<std::uint32_t> values;
    const CostlyOperation* operation = nullptr; // of an operation

    double& operator[](Fact fact) { return facts[static_cast<std::size_t>(fact)]; }
    [[nodiscard]] double operator[](Fact fact) const {
        return facts[static_cast<std::size_t>(fact)];
    }
};

} // namespace jacquard::driver::advice
