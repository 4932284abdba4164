#include <jacquard/support/memory/address_checks.h>
#include <jacquard/support/memory/large_pieces.h>

#include <functional>
#include <new>

namespace jacquard {

void* LargePieces::take(std::size_t size) {
    Piece** link = &first_;
    while (*link != nullptr && (*link)->size < size) {
        link = &(*link)->next;
    }
    Piece* taken = *link;
    if (taken == nullptr) {
        return nullptr;
    }
    const Piece whole = *taken;
    open_memory(taken, size);
    *link = whole.next;
    if (whole.size > size) {
        std::byte* rest = reinterpret_cast<std::byte*>(taken) + size;
        open_memory(rest, sizeof(Piece));
        *link = new (rest) Piece{whole.next, whole.size - size};
    }
    return taken;
}

void LargePieces::add(void* memory, std::size_t size) {
    constexpr std::less<const void*> lies_before;
    Piece* before = nullptr;
    Piece* behind = first_;
    while (behind != nullptr && lies_before(behind, memory)) {
        before = behind;
        behind = behind->next;
    }
    auto* piece = new (memory) Piece{behind, size};
    close_memory(piece + 1, size - sizeof(Piece));
    const auto join = [](Piece* first, Piece* second) {
        first->size += second->size;
        first->next = second->next;
        close_memory(second, sizeof(Piece));
    };
    if (behind != nullptr && end_of(piece) == reinterpret_cast<std::byte*>(behind)) {
        join(piece, behind);
    }
    if (before == nullptr) {
        first_ = piece;
    } else if (end_of(before) == reinterpret_cast<std::byte*>(piece)) {
        join(before, piece);
    } else {
        before->next = piece;
    }
}

} // namespace jacquard
