#include <jacquard/driver/reduce/chunks.h>
#include <jacquard/driver/reduce/reduce.h>

#include <vector>

namespace jacquard::driver {

std::string reduce_lines(std::string_view text, const TextTest& holds) {
    std::vector<std::string_view> lines;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
        lines.push_back(text.substr(start, end - start));
        start = end;
    }
    std::string best(text);
    bool has_changed = true;
    while (has_changed) {
        has_changed = take_out_chunks([&] { return lines.size(); },
                                      [&](std::size_t first, std::size_t count) {
                                          std::string candidate;
                                          for (std::size_t i = 0; i < lines.size(); ++i) {
                                              if (i < first || i >= first + count) {
                                                  candidate += lines[i];
                                              }
                                          }
                                          if (!holds(candidate)) {
                                              return false;
                                          }
                                          const auto at =
                                              lines.begin() + static_cast<std::ptrdiff_t>(first);
                                          lines.erase(at, at + static_cast<std::ptrdiff_t>(count));
                                          best = std::move(candidate);
                                          return true;
                                      });
    }
    return best;
}

} // namespace jacquard::driver
