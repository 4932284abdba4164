#pragma once

#include <cstddef>

// Defined if the build checks each access to memory, as AddressSanitizer does.
#if defined(__SANITIZE_ADDRESS__)
#define JACQUARD_ADDRESSES_ARE_CHECKED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define JACQUARD_ADDRESSES_ARE_CHECKED
#endif
#endif

#ifdef JACQUARD_ADDRESSES_ARE_CHECKED
#include <sanitizer/asan_interface.h>
#endif

namespace jacquard {

#ifdef JACQUARD_ADDRESSES_ARE_CHECKED
inline constexpr bool kAddressesAreChecked = true;
// The first forbids accesses to a part of an allocation, the second allows them again.
inline void close_memory(void* memory, std::size_t size) {
    ASAN_POISON_MEMORY_REGION(memory, size);
}
inline void open_memory(void* memory, std::size_t size) {
    ASAN_UNPOISON_MEMORY_REGION(memory, size);
}
#else
inline constexpr bool kAddressesAreChecked = false;
inline void close_memory(void* /*memory*/, std::size_t /*size*/) {}
inline void open_memory(void* /*memory*/, std::size_t /*size*/) {}
#endif

} // namespace jacquard
