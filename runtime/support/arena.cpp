#include <jacquard/support/arena.h>

#include <algorithm>

namespace jacquard {

namespace {
constexpr std::size_t kLargestGrownChunk = std::size_t{1} << 20;
} // namespace

void* Arena::allocate_in_new_chunk(std::size_t size, std::size_t alignment) {
    const std::size_t needed = sizeof(Chunk) + size + alignment;
    const std::size_t chunk_size = std::max(next_chunk_size_, needed);
    next_chunk_size_ = std::min(next_chunk_size_ * 2, kLargestGrownChunk);

    auto* chunk = static_cast<Chunk*>(::operator new(chunk_size));
    chunk->previous = chunks_;
    chunk->size = chunk_size;
    chunks_ = chunk;
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
        ::operator delete(chunks_);
        chunks_ = previous;
    }
    cursor_ = 0;
    end_ = 0;
    reserved_bytes_ = 0;
}

} // namespace jacquard
