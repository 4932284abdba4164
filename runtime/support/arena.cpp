#include <jacquard/support/arena.h>

#include <algorithm>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace jacquard {

namespace {

// Chunks of this size and above are whole numbers of it and begin at one: large pages then hold
// them, which are given out with one fault each and looked up in few entries.
constexpr std::size_t kLargePage = std::size_t{2} << 20;

bool is_large(std::size_t size) {
    return size >= kLargePage;
}

} // namespace

Arena::Chunk* Arena::make_chunk(std::size_t size) {
    void* memory =
        is_large(size) ? ::operator new (size, std::align_val_t{kLargePage}) : ::operator new(size);
#ifdef MADV_HUGEPAGE
    if (is_large(size)) {
        // Small pages do as well where the system has no others, so refusal is no fault.
        static_cast<void>(madvise(memory, size, MADV_HUGEPAGE));
    }
#endif
    auto* chunk = static_cast<Chunk*>(memory);
    chunk->size = size;
    return chunk;
}

void Arena::free_chunk(Chunk* chunk) {
    if (is_large(chunk->size)) {
        ::operator delete (chunk, std::align_val_t{kLargePage});
    } else {
        ::operator delete(chunk);
    }
}

void* Arena::allocate_in_new_chunk(std::size_t size, std::size_t alignment) {
    const std::size_t needed = sizeof(Chunk) + size + alignment;
    std::size_t chunk_size = std::max(next_chunk_size_, needed);
    if (is_large(chunk_size)) {
        chunk_size = (chunk_size + kLargePage - 1) / kLargePage * kLargePage;
    }
    Chunk* chunk = make_chunk(chunk_size);
    chunk->previous = chunks_;
    chunks_ = chunk;
    next_chunk_size_ = std::max(next_chunk_size_, reserved_bytes_ + chunk_size);
    reserved_bytes_ += chunk_size;

    const auto base = reinterpret_cast<std::uintptr_t>(chunk);
    cursor_ = base + sizeof(Chunk);
    end_ = base + chunk_size;
    return allocate(size, alignment);
}

void Arena::clear() {
    if (chunks_ == nullptr) {
        return;
    }
    Chunk* kept = chunks_;
    chunks_ = kept->previous;
    release();
    kept->previous = nullptr;
    chunks_ = kept;
    reserved_bytes_ = kept->size;
    const auto base = reinterpret_cast<std::uintptr_t>(kept);
    cursor_ = base + sizeof(Chunk);
    end_ = base + kept->size;
}

void Arena::release() {
    while (chunks_ != nullptr) {
        Chunk* previous = chunks_->previous;
        free_chunk(chunks_);
        chunks_ = previous;
    }
    cursor_ = 0;
    end_ = 0;
    reserved_bytes_ = 0;
}

} // namespace jacquard
