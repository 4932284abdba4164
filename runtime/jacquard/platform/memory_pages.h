#pragma once

#include <cstddef>

namespace jacquard::platform {

// Asks for large pages below a piece of memory. Small ones do as well where the system has no
// others, so refusal is no fault.
void prefer_large_pages(void* memory, std::size_t size);

} // namespace jacquard::platform
