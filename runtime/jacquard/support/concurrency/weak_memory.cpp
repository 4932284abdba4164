#include <jacquard/support/concurrency/weak_memory.h>

#include <algorithm>
#include <cstring>

namespace jacquard {

namespace {

constexpr std::uintptr_t kWordBytes = 4;

// Bytes `first` … `first + count - 1` of a word.
std::uint8_t bytes_mask(unsigned first, unsigned count) {
    return static_cast<std::uint8_t>(((1U << count) - 1) << first);
}

} // namespace

WeakMemory::Piece WeakMemory::piece_at(const std::byte* at, unsigned bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const auto first = static_cast<unsigned>(address % kWordBytes);
    Piece piece{nullptr, first, std::min(bytes, static_cast<unsigned>(kWordBytes) - first)};
    const auto [found, is_new] = cells_.try_emplace(address / kWordBytes);
    Cell& cell = found->second;
    if (is_new) {
        cell.number = order_.add_cell();
        cell.values.resize(1);
    }
    const std::uint8_t wanted = bytes_mask(piece.first, piece.count);
    // Only bytes of the access are known to exist. Nobody has changed those that are new here.
    for (unsigned i = 0; (wanted & ~cell.known) != 0 && i < piece.count; ++i) {
        if ((cell.known >> (first + i) & 1) == 0) {
            for (Word& word : cell.values) {
                word[first + i] = at[i];
            }
        }
    }
    cell.known |= wanted;
    piece.cell = &cell;
    return piece;
}

std::uint64_t WeakMemory::load(unsigned agent, std::uint32_t kinds, const std::byte* from,
                               unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned done = 0; done < bytes;) {
        const Piece piece = piece_at(from + done, bytes - done);
        const Word& word = piece.cell->values[order_.load(agent, piece.cell->number, kinds)];
        std::memcpy(reinterpret_cast<std::byte*>(&value) + done, word.data() + piece.first,
                    piece.count);
        done += piece.count;
    }
    return value;
}

void WeakMemory::store(unsigned agent, std::uint32_t kinds, std::byte* to, unsigned bytes,
                       std::uint64_t value) {
    for (unsigned done = 0; done < bytes;) {
        const Piece piece = piece_at(to + done, bytes - done);
        Cell& cell = *piece.cell;
        // A store to a part of a word leaves the other bytes as they are, so it comes last.
        const std::size_t place = piece.count == kWordBytes
                                      ? order_.store(agent, cell.number, kinds)
                                      : order_.append(agent, cell.number, kinds);
        Word word = cell.values[place - 1];
        std::memcpy(word.data() + piece.first, reinterpret_cast<const std::byte*>(&value) + done,
                    piece.count);
        if (place == cell.values.size()) {
            std::memcpy(to + done, word.data() + piece.first, piece.count);
        }
        cell.values.insert(cell.values.begin() + static_cast<std::ptrdiff_t>(place), word);
        cell.changed |= bytes_mask(piece.first, piece.count);
        done += piece.count;
    }
}

std::uint64_t WeakMemory::begin_change(unsigned agent, std::uint32_t kinds, const std::byte* at,
                                       unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned done = 0; done < bytes;) {
        const Piece piece = piece_at(at + done, bytes - done);
        order_.load_newest(agent, piece.cell->number, kinds);
        done += piece.count;
    }
    std::memcpy(&value, at, bytes);
    return value;
}

void WeakMemory::end_change(unsigned agent, std::uint32_t kinds, std::byte* at, unsigned bytes,
                            std::uint64_t value) {
    std::memcpy(at, &value, bytes);
    for (unsigned done = 0; done < bytes;) {
        const Piece piece = piece_at(at + done, bytes - done);
        order_.change(agent, piece.cell->number, kinds);
        Word word = piece.cell->values.back();
        std::memcpy(word.data() + piece.first, at + done, piece.count);
        piece.cell->values.push_back(word);
        piece.cell->changed |= bytes_mask(piece.first, piece.count);
        done += piece.count;
    }
}

void WeakMemory::forget(std::span<const std::byte> bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(bytes.data()) / kWordBytes;
    const auto last = (reinterpret_cast<std::uintptr_t>(bytes.data()) + bytes.size()) / kWordBytes;
    std::erase_if(cells_, [&](const auto& cell) {
        return cell.first >= first && cell.first <= last && !bytes.empty();
    });
}

void WeakMemory::clear_untouched(std::span<std::byte> bytes) const {
    for (std::byte& each : bytes) {
        const auto address = reinterpret_cast<std::uintptr_t>(&each);
        const auto found = cells_.find(address / kWordBytes);
        if (found == cells_.end() || (found->second.changed >> (address % kWordBytes) & 1) == 0) {
            each = std::byte{0};
        }
    }
}

WeakTexels::Cell& WeakTexels::cell_at(const Place& place, const Texel& newest) {
    const auto [found, is_new] = cells_.try_emplace(place);
    if (is_new) {
        found->second = {order_.add_cell(), {newest}};
    }
    return found->second;
}

WeakTexels::Texel WeakTexels::load(unsigned agent, std::uint32_t kinds, const Place& place,
                                   const Texel& newest) {
    Cell& cell = cell_at(place, newest);
    return cell.values[order_.load(agent, cell.number, kinds)];
}

void WeakTexels::store(unsigned agent, std::uint32_t kinds, const Place& place, const Texel& before,
                       const Texel& after) {
    Cell& cell = cell_at(place, before);
    (void)order_.append(agent, cell.number, kinds);
    cell.values.push_back(after);
}

void WeakTexels::change(unsigned agent, std::uint32_t kinds, const Place& place,
                        const Texel& before, const Texel& after) {
    Cell& cell = cell_at(place, before);
    order_.load_newest(agent, cell.number, kinds);
    order_.change(agent, cell.number, kinds);
    cell.values.push_back(after);
}

} // namespace jacquard
