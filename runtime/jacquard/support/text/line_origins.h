#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/text/source_line.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard {

// Notes where the lines of a text come from while it is written.
class LineOrigins {
  public:
    // The line of `text` that is being written comes from there. Marks come in the order of lines,
    // and of one line the first that exists counts.
    void mark(const std::string& text, SourceLine origin) {
        const std::size_t line = last_line(text);
        origins_.resize(std::max(origins_.size(), line + 1));
        if (!origins_[line].exists()) {
            origins_[line] = origin;
        }
    }

    // The origin of each line of the whole text; those that nobody marked have none.
    [[nodiscard]] std::vector<SourceLine> take(const std::string& text) {
        const bool ends = text.empty() || text.back() == '\n';
        origins_.resize(last_line(text) + (ends ? 0 : 1));
        return std::move(origins_);
    }

  private:
    std::size_t last_line(const std::string& text) {
        const auto start = text.begin() + static_cast<std::ptrdiff_t>(counted_);
        lines_ += static_cast<std::size_t>(std::count(start, text.end(), '\n'));
        counted_ = text.size();
        return lines_;
    }

    std::vector<SourceLine> origins_;
    std::size_t counted_ = 0; // bytes
    std::size_t lines_ = 0;   // line ends among them
};

} // namespace jacquard

JACQUARD_END_API
