#pragma once

#include <jacquard/tool/advice/site.h>

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::advice {

// Returns what a SPIR-V module says that its translation does not any more: products of matrices of
// which only products with a vector are used, and functions that become many operations. The module
// has been read before without a fault.
[[nodiscard]] std::vector<Site> sites_of_module(std::string_view bytes);

// The module with cheap instructions in place of the functions of a site.
[[nodiscard]] std::string with_cheap_functions(std::string_view bytes, const Site& site);

} // namespace jacquard::driver::advice
