#pragma once

#include <string_view>

namespace jacquard::fuzzing {

// Reads any bytes as a module, prints it and translates it; whether all of that could be done. Ends
// the process when a fault has no message or what is translated is not valid.
bool take_module(std::string_view bytes);

} // namespace jacquard::fuzzing
