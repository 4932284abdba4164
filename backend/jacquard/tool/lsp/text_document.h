#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::lsp {

// The unit in which a client counts within a line.
enum class PositionEncoding : std::uint8_t { utf8, utf16 };

// A place in a text as the protocol counts it: both from 0.
struct TextPosition {
    std::uint32_t line = 0;
    std::uint32_t character = 0;

    friend bool operator==(const TextPosition&, const TextPosition&) = default;
};

struct TextRange {
    TextPosition start;
    TextPosition end;

    friend bool operator==(const TextRange&, const TextRange&) = default;
};

// A part of a text in bytes.
struct ByteRange {
    std::size_t start = 0;
    std::size_t end = 0;
};

// A text that an editor edits. Lines end with LF, CR LF or CR. What lies beyond the end of a line,
// or of the text, means that end, as the protocol wants it.
class TextDocument {
  public:
    explicit TextDocument(std::string text);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t num_lines() const { return starts_.size(); }
    // A line, counted from 0, without its end.
    [[nodiscard]] ByteRange line(std::size_t number) const;
    [[nodiscard]] std::string_view text_of(ByteRange range) const;

    [[nodiscard]] std::size_t offset_of(TextPosition position, PositionEncoding encoding) const;
    [[nodiscard]] TextPosition position_of(std::size_t offset, PositionEncoding encoding) const;
    [[nodiscard]] TextRange range_of(ByteRange range, PositionEncoding encoding) const;

    // A range whose ends are the wrong way round is what lies between them.
    void replace(TextRange range, std::string_view with, PositionEncoding encoding);
    void replace_all(std::string text);

  private:
    void find_lines();

    std::string text_;
    std::vector<std::size_t> starts_; // of each line, in bytes
};

} // namespace jacquard::driver::lsp
