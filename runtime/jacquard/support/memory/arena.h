#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/memory/memory_budget.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

JACQUARD_BEGIN_API

namespace jacquard {

// Memory that is handed out in a line and given back all at once.
//
// Objects of an arena are never destroyed one by one, so only trivially destructible types may
// live in it. Addresses stay valid until clear() or the end of the arena.
//
// It takes memory from the system in chunks, each as large as all before together, or a share of
// them where that is much, so that there are few of them however much is needed; large ones ask for
// large pages where there are such.
//
// Where a request cannot be met it throws std::bad_alloc: BudgetExceeded when the arena is charged
// to a budget that does not suffice.
class Arena {
  public:
    // Most shaders need no more.
    static constexpr std::size_t kFirstChunk = std::size_t{32} * 1024;

    explicit Arena(std::size_t first_chunk_size = kFirstChunk)
        : next_chunk_size_(first_chunk_size) {}
    ~Arena() { release(); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    Arena(Arena&& other) noexcept { swap(other); }
    Arena& operator=(Arena&& other) noexcept {
        swap(other);
        return *this;
    }

    // Uninitialised memory. `alignment` is a power of two.
    [[nodiscard]] void* allocate(std::size_t size, std::size_t alignment) {
        const std::uintptr_t start = (cursor_ + alignment - 1) & ~(std::uintptr_t{alignment} - 1);
        if (start > end_ || size > end_ - start) {
            return allocate_in_new_chunk(size, alignment);
        }
        cursor_ = start + size;
        return reinterpret_cast<void*>(start);
    }

    template <typename T, typename... Arguments>
    [[nodiscard]] T* make(Arguments&&... arguments) {
        static_assert(std::is_trivially_destructible_v<T>);
        return new (allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
    }

    // Value-initialised elements.
    template <typename T>
    [[nodiscard]] std::span<T> make_array(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T>);
        if (count == 0) {
            return {};
        }
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_alloc();
        }
        T* first = static_cast<T*>(allocate(sizeof(T) * count, alignof(T)));
        for (std::size_t i = 0; i < count; ++i) {
            new (first + i) T{};
        }
        return {first, count};
    }

    template <typename T>
    [[nodiscard]] std::span<T> copy_array(std::span<const T> values) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (values.empty()) {
            return {};
        }
        T* first = static_cast<T*>(allocate(values.size_bytes(), alignof(T)));
        std::memcpy(static_cast<void*>(first), values.data(), values.size_bytes());
        return {first, values.size()};
    }

    [[nodiscard]] std::string_view copy_string(std::string_view text) {
        const std::span<char> copy = copy_array(std::span<const char>(text.data(), text.size()));
        return {copy.data(), copy.size()};
    }

    // Forgets everything and keeps the newest chunk for what comes next.
    void clear();

    // Charges what the arena has taken, and will take, to a budget and no longer to the one before;
    // null ends the counting. Throws BudgetExceeded, and changes nothing, when it does not suffice.
    void charge_to(std::shared_ptr<MemoryBudget> budget);
    [[nodiscard]] const std::shared_ptr<MemoryBudget>& budget() const { return budget_; }

    // Bytes that are left of what was taken from the system, from an aligned place on.
    [[nodiscard]] std::size_t left(std::size_t alignment) const {
        const std::uintptr_t start = (cursor_ + alignment - 1) & ~(std::uintptr_t{alignment} - 1);
        return start < end_ ? end_ - start : 0;
    }
    // Bytes taken from the system, not bytes handed out.
    [[nodiscard]] std::size_t reserved_bytes() const { return reserved_bytes_; }

    void swap(Arena& other) noexcept {
        std::swap(chunks_, other.chunks_);
        std::swap(cursor_, other.cursor_);
        std::swap(end_, other.end_);
        std::swap(next_chunk_size_, other.next_chunk_size_);
        std::swap(reserved_bytes_, other.reserved_bytes_);
        std::swap(budget_, other.budget_);
    }

  private:
    struct Chunk {
        Chunk* previous;
        std::size_t size;
    };

    static Chunk* make_chunk(std::size_t size);
    static void free_chunk(Chunk* chunk);
    void* allocate_in_new_chunk(std::size_t size, std::size_t alignment);
    [[nodiscard]] std::size_t next_chunk_size(std::size_t needed) const;
    void give_back(std::size_t bytes);
    void release();

    Chunk* chunks_ = nullptr;
    std::uintptr_t cursor_ = 0;
    std::uintptr_t end_ = 0;
    std::size_t next_chunk_size_ = kFirstChunk;
    std::size_t reserved_bytes_ = 0;
    std::shared_ptr<MemoryBudget> budget_; // null: nobody counts
};

} // namespace jacquard

JACQUARD_END_API
