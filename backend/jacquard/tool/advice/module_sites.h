#pragma once

#include <jacquard/tool/advice/site.h>

#include <string_view>
#include <vector>

namespace jacquard::driver::advice {

// Returns what a SPIR-V module says that its translation does not any more: products of matrices of
// which only products with a vector are used. The module has been read before without a fault.
[[nodiscard]] std::vector<Site> sites_of_module(std::string_view bytes);

} // namespace jacquard::driver::advice
