#pragma once

#include <jacquard/support/api.h>

#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>

JACQUARD_BEGIN_API

namespace jacquard {

// Lets containers of the standard library take their memory from a Memory, which must outlive them:
// from allocate(size, alignment), and back to give_back(pointer, size) where it has that.
template <typename T, typename Memory>
class MemoryAllocator {
  public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    MemoryAllocator(Memory& memory) : memory_(&memory) {}
    template <typename Other>
    MemoryAllocator(const MemoryAllocator<Other, Memory>& other) : memory_(other.memory_) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_alloc();
        }
        return static_cast<T*>(memory_->allocate(sizeof(T) * count, alignof(T)));
    }
    void deallocate(T* memory, std::size_t count) {
        if constexpr (requires { memory_->give_back(memory, count); }) {
            memory_->give_back(memory, sizeof(T) * count);
        }
    }

    friend bool operator==(const MemoryAllocator& a, const MemoryAllocator& b) {
        return a.memory_ == b.memory_;
    }

  private:
    template <typename Other, typename OfMemory>
    friend class MemoryAllocator;

    Memory* memory_;
};

} // namespace jacquard

JACQUARD_END_API
