#pragma once

#include <jacquard/ir3/check/checked_code.h>
#include <jacquard/ir3/check/findings.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// Instructions first..end-1, entered at the first and left behind the last.
struct FlowBlock {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    // The blocks in which a lane may continue.
    std::vector<std::uint32_t> successors;
    // The blocks in which the wave may continue with other lanes, which wait there.
    std::vector<std::uint32_t> others;
};

// The blocks of a program in its order, the first its entry.
//
// Lanes that do not take part in predicated execution pass over the instructions: a lane goes
// through one side of predt and predf, or through neither; where these do not stand in order it
// may go through any part. Reports paths that run past the last instruction and, where lanes may
// part, places that are not marked (jp).
[[nodiscard]] std::vector<FlowBlock> find_flow(const CheckedCode& code, bool lanes_may_part,
                                               Findings& findings);

} // namespace jacquard::ir3
