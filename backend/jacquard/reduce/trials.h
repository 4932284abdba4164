#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>

namespace jacquard::driver {

// Tells whether a text (or the bytes of a file) still shows what made it interesting. It may be
// given texts that are malformed.
using TextTest = std::function<bool(const std::string& text)>;
// The first of several texts that does; how many there are when none does.
using TextsTest = std::function<std::size_t(std::span<const std::string> texts)>;

// Runs trials of texts: one after the other, or several at once. A reducer takes the same steps in
// both cases, since the first of several texts that hold counts.
class Trials {
  public:
    template <typename Test>
    requires std::predicate<Test&, const std::string&>
    Trials(Test holds) // NOLINT: a test is a way to try
        : first_([holds = std::move(holds)](std::span<const std::string> texts) mutable {
              for (std::size_t i = 0; i < texts.size(); ++i) {
                  if (holds(texts[i])) {
                      return i;
                  }
              }
              return texts.size();
          }) {}
    Trials(TextsTest first, std::size_t width) : first_(std::move(first)), width_(width) {}

    bool operator()(const std::string& text) const { return first_(std::span(&text, 1)) == 0; }
    [[nodiscard]] std::size_t first(std::span<const std::string> texts) const {
        return first_(texts);
    }
    // Returns how many texts it is worth to have at once.
    [[nodiscard]] std::size_t width() const { return width_; }

  private:
    TextsTest first_;
    std::size_t width_ = 1;
};

} // namespace jacquard::driver
