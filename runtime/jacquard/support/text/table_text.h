#pragma once

#include <jacquard/support/api.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard {

// A text of at most `Most` letters that stands in the row of a table itself. Whenever a program
// starts, each pointer in its tables has to be made to point at where the program was loaded; the
// tables have tens of thousands of texts, and few of them are ever read.
template <std::size_t Most>
class TableText {
  public:
    constexpr TableText() = default;
    template <std::size_t Size>
    constexpr TableText(const char (&text)[Size]) : size_(static_cast<std::uint16_t>(Size - 1)) {
        static_assert(Size - 1 <= Most, "rows of the table have no room for such a text");
        for (std::size_t i = 0; i < Size; ++i) {
            letters_[i] = text[i];
        }
    }

    // They are the row's: what is read of a copy is gone with it.
    [[nodiscard]] constexpr std::string_view view() const& { return {letters_, size_}; }
    constexpr operator std::string_view() const& { return view(); }
    std::string_view view() const&& = delete;
    operator std::string_view() const&& = delete;

    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    // Ends in a zero.
    [[nodiscard]] constexpr const char* c_str() const& { return letters_; }
    const char* c_str() const&& = delete;

    friend constexpr bool operator==(const TableText& text, std::string_view other) {
        return text.view() == other;
    }
    template <typename Stream>
    friend Stream& operator<<(Stream& out, const TableText& text) {
        return out << text.view(), out;
    }

  private:
    std::uint16_t size_ = 0;
    char letters_[Most + 1] = {};
};

} // namespace jacquard

JACQUARD_END_API
