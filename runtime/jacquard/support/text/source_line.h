#pragma once

#include <jacquard/support/api.h>

#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard {

// A line of the text that something was made from.
struct SourceLine {
    std::uint32_t line = 0; // from 1 on; 0: unknown
    std::uint32_t file = 0; // where there are several, which one

    [[nodiscard]] bool exists() const { return line != 0; }
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

} // namespace jacquard

JACQUARD_END_API
