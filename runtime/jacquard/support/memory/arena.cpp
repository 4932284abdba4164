#include <jacquard/support/memory/arena.h>
#include <jacquard/support/memory/kept_memory.h>

#include <algorithm>

namespace jacquard {

namespace {

// A large arena grows by this part of what it has: of what it takes little is left over.
constexpr std::size_t kLargeShare = 8;

} // namespace

Arena::Chunk* Arena::make_chunk(std::size_t size) {
    auto* chunk = static_cast<Chunk*>(take_memory(size));
    chunk->size = size;
    return chunk;
}

void Arena::free_chunk(Chunk* chunk) {
    keep_memory(chunk, chunk->size);
}

void Arena::charge_to(std::shared_ptr<MemoryBudget> budget) {
    if (budget != nullptr) {
        budget->take(reserved_bytes_);
    }
    give_back(reserved_bytes_);
    budget_ = std::move(budget);
}

void Arena::give_back(std::size_t bytes) {
    if (budget_ != nullptr) {
        budget_->give_back(bytes);
    }
}

// A share of all before, or less where that is all the budget has.
std::size_t Arena::next_chunk_size(std::size_t needed) const {
    const std::size_t wanted = std::max(next_chunk_size_, needed);
    const std::size_t size = budget_ == nullptr || wanted <= budget_->left()
                                 ? wanted
                                 : std::max(needed, static_cast<std::size_t>(budget_->left() / 2));
    // A remainder of a page would be lost.
    return is_large_piece(size) ? (size - 1) / kLargePage * kLargePage + kLargePage : size;
}

void* Arena::allocate_in_new_chunk(std::size_t size, std::size_t alignment) {
    if (size > std::numeric_limits<std::size_t>::max() / 2) {
        throw std::bad_alloc();
    }
    const std::size_t chunk_size = next_chunk_size(sizeof(Chunk) + size + alignment);
    MemoryCharge charge(budget_);
    charge.add(chunk_size);
    Chunk* chunk = make_chunk(chunk_size);
    charge.keep();
    chunk->previous = chunks_;
    chunks_ = chunk;
    reserved_bytes_ += chunk_size;
    const std::size_t share =
        is_large_piece(reserved_bytes_) ? reserved_bytes_ / kLargeShare : reserved_bytes_;
    next_chunk_size_ = std::max(next_chunk_size_, share);

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
    reserved_bytes_ -= kept->size;
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
    give_back(reserved_bytes_);
    reserved_bytes_ = 0;
}

} // namespace jacquard
