#include <jacquard/platform/memory_pages.h>
#include <jacquard/support/memory/address_checks.h>
#include <jacquard/support/memory/kept_memory.h>

#include <new>

namespace jacquard {

namespace {

constexpr std::size_t kMost = kAddressesAreChecked ? 0 : kMostKeptMemory;

void* get_new_memory(std::size_t size) {
    if (!is_large_piece(size)) {
        return ::operator new(size);
    }
    void* memory = ::operator new (size, std::align_val_t{kLargePage});
    platform::prefer_large_pages(memory, size);
    return memory;
}

void free_new_memory(void* memory, std::size_t size) {
    if (is_large_piece(size)) {
        ::operator delete (memory, std::align_val_t{kLargePage});
    } else {
        ::operator delete(memory);
    }
}

// Stands at the beginning of each piece.
struct Piece {
    Piece* next;
    std::size_t size;
};

// The pieces that one thread keeps. It needs no destructor, so arenas that outlive it may still be
// freed.
struct Kept {
    Piece* first = nullptr;
    std::size_t bytes = 0;
    bool is_closed = false;
};
thread_local Kept kept;

// Frees what is left when the thread ends.
struct Closing {
    ~Closing() {
        release_kept_memory();
        kept.is_closed = true;
    }
    // Callers use this so that the thread_local is instantiated.
    void begin() const {}
};
thread_local const Closing closing;

} // namespace

void release_kept_memory() {
    while (kept.first != nullptr) {
        Piece* piece = kept.first;
        kept.first = piece->next;
        free_new_memory(piece, piece->size);
    }
    kept.bytes = 0;
}

std::size_t kept_memory() {
    return kept.bytes;
}

void* take_memory(std::size_t size) {
    for (Piece** at = &kept.first; *at != nullptr; at = &(*at)->next) {
        Piece* piece = *at;
        if (piece->size == size) {
            *at = piece->next;
            kept.bytes -= size;
            return piece;
        }
    }
    return get_new_memory(size);
}

void keep_memory(void* memory, std::size_t size) {
    if (size > kMost || kept.is_closed) {
        free_new_memory(memory, size);
        return;
    }
    closing.begin();
    if (kept.bytes + size > kMost) {
        release_kept_memory(); // so that sizes that nobody asks for any more do not stay
    }
    kept.first = new (memory) Piece{kept.first, size};
    kept.bytes += size;
}

} // namespace jacquard
