#pragma once

#include <jacquard/support/text/letters.h>

#include <cstddef>
#include <string_view>

namespace jacquard {

// The words of one line, which stand between blanks, read from left to right.
class LineWords {
  public:
    explicit LineWords(std::string_view line = {}) : line_(line) {}

    // Returns what has not been read yet, from the next word on.
    [[nodiscard]] std::string_view rest() {
        while (at_ < line_.size() && is_blank(line_[at_])) {
            ++at_;
        }
        return line_.substr(at_);
    }
    [[nodiscard]] bool at_end() { return rest().empty(); }

    // Takes the next word. It is empty at the end of the line.
    std::string_view next() {
        std::size_t length = 0;
        for (const std::string_view text = rest(); length < text.size(); ++length) {
            if (is_blank(text[length])) {
                break;
            }
        }
        start_ = at_;
        at_ += length;
        return line_.substr(start_, length);
    }

    // Takes the next word when it is `text`.
    [[nodiscard]] bool accept(std::string_view text) {
        const std::size_t before = at_;
        if (next() == text) {
            return true;
        }
        at_ = before;
        return false;
    }

    // Returns where the last word began, counted from 0.
    [[nodiscard]] std::size_t start() const { return start_; }

  private:
    std::string_view line_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;
};

} // namespace jacquard
