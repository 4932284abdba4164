#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Makes what lanes tell each other of the few operations that the machine has: the first active
// lane's value, that of the lane where a condition holds, ballots of four words, shuffles by a
// constant or the same distance for all lanes, exchanges in quads. Scans and reductions become
// loops in which the first of the remaining lanes hands its value to the others and leaves.
// True when there was something to do; the result has variables.
bool lower_subgroups(nir::Shader& shader, const MachineFacts& machine);

} // namespace jacquard::ir3
