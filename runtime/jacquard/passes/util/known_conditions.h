#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Makes what reads the condition of an if, or a part of it, read true or false where it is known
// which: on the sides of the if, and behind it where one of them ends in a jump. Links must be
// right. True when there was something to do.
bool read_known_conditions(Function& function);

} // namespace jacquard::nir
