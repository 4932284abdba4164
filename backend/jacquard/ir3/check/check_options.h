#pragma once

#include <jacquard/support/api.h>

#include <cstddef>
#include <cstdint>
#include <optional>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Says what a check of a program may take for granted.
struct CheckOptions {
    // The header says which registers hold something when the program starts; else a read of a
    // register that nothing wrote is no finding.
    bool header_is_known = true;
    // Every element of an array is written before one is read; else arrays hold something from the
    // start.
    bool arrays_are_set = false;
    // Wherever lanes may meet stands (jp). Compilers that know when all lanes take the same way
    // leave it out there.
    bool lanes_may_part = false;
    // 32-bit constants that are there; all of the constant file where nothing is said.
    std::optional<std::uint32_t> num_constants;
    std::size_t maximum_findings = 100;
};

} // namespace jacquard::ir3

JACQUARD_END_API
