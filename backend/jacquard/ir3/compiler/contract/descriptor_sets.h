#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/program.h>

#include <span>

namespace jacquard::ir3 {

// Places the descriptors of each set one after the other, in the order of bindings, as
// docs/binding-model.md tells drivers: those of an array follow each other, two for a texture with
// a sampler and for a storage buffer of which the part stores bytes, and one for anything else.
// Arrays without a length stand last, so that others keep numbers that instructions can hold.
// Variables of one kind at one binding are the same descriptors.
void lay_out_descriptors(std::span<Resource> resources, const MachineFacts& machine);

} // namespace jacquard::ir3
