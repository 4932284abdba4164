#pragma once

#include <jacquard/support/api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Notes which bytes of some memory were read and which were written, a bit each. Who runs parts of
// a launch on copies of the memory sees by them whether one part depends on another, and what each
// has changed.
class AccessMarks {
  public:
    explicit AccessMarks(std::size_t bytes)
        : read_((bytes + kBits - 1) / kBits), written_(read_.size()) {}

    // The bytes must be inside.
    void note_read(std::uint64_t first, std::size_t bytes) { note(read_, first, bytes); }
    void note_written(std::uint64_t first, std::size_t bytes) { note(written_, first, bytes); }

    // Whether one of two parts wrote a byte that the other read or wrote.
    [[nodiscard]] bool depends_on(const AccessMarks& other) const {
        for (std::size_t i = 0; i < std::min(written_.size(), other.written_.size()); ++i) {
            if (((written_[i] & (other.written_[i] | other.read_[i])) |
                 (read_[i] & other.written_[i])) != 0) {
                return true;
            }
        }
        return false;
    }
    // Takes what another part read and wrote as done by this one, too.
    void add(const AccessMarks& other) {
        for (std::size_t i = 0; i < std::min(written_.size(), other.written_.size()); ++i) {
            read_[i] |= other.read_[i];
            written_[i] |= other.written_[i];
        }
    }
    // Copies the bytes that were written.
    void copy_written(std::span<const std::byte> from, std::span<std::byte> to) const {
        for (std::size_t i = 0; i < written_.size(); ++i) {
            for (std::size_t bit = 0; written_[i] != 0 && bit < kBits; ++bit) {
                const std::size_t at = i * kBits + bit;
                if ((written_[i] >> bit & 1U) != 0 && at < from.size() && at < to.size()) {
                    to[at] = from[at];
                }
            }
        }
    }

  private:
    using Word = std::uint64_t;
    static constexpr std::size_t kBits = 64;

    // Elements have at most 16 bytes, so that they reach into two words at most.
    static void note(std::vector<Word>& marks, std::uint64_t first, std::size_t bytes) {
        const Word bits = (Word{1} << bytes) - 1;
        const std::size_t shift = first % kBits;
        marks[first / kBits] |= bits << shift;
        if (shift + bytes > kBits) {
            marks[first / kBits + 1] |= bits >> (kBits - shift);
        }
    }

    std::vector<Word> read_;
    std::vector<Word> written_;
};

} // namespace jacquard::ir3

JACQUARD_END_API
