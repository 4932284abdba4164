#pragma once

#include <string_view>

namespace jacquard::nir {

// No pass unrolls the loops of a shader with this property.
inline constexpr std::string_view kKeepsLoopsProperty = "KEEPS_LOOPS";

} // namespace jacquard::nir
