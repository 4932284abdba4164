#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Makes register arrays into single registers. A load with an index picks from all elements by a
// tree of selections; a store with an index writes every element, most of them with what they held.
// An index past the end gives some element of the array and changes none.
//
// Before: any shader. After: no register array of at most `max_elements` elements is left, save
// those accessed by anything but loads and stores. True when something changed.
bool lower_indirect_registers(Shader& shader, unsigned max_elements = 64);

} // namespace jacquard::nir
