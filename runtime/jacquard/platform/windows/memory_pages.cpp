#include <jacquard/platform/memory_pages.h>

namespace jacquard::platform {

// Large pages are a privilege here, which few processes have.
void prefer_large_pages(void* /*memory*/, std::size_t /*size*/) {}

} // namespace jacquard::platform
