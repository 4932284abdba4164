#include <jacquard/platform/memory_pages.h>

#include <sys/mman.h>

namespace jacquard::platform {

void prefer_large_pages(void* memory, std::size_t size) {
#ifdef MADV_HUGEPAGE
    static_cast<void>(madvise(memory, size, MADV_HUGEPAGE));
#else
    static_cast<void>(memory);
    static_cast<void>(size);
#endif
}

} // namespace jacquard::platform
