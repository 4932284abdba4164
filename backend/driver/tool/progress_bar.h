#pragma once

#include <jacquard/driver/tool/streams.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace jacquard::driver {

// Shows how far a work is, in one line of the error stream that is written again and again; shows
// nothing where nobody watches.
class ProgressBar {
  public:
    ProgressBar(const Streams& streams, std::string what);
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // At most some times a second it is written.
    void show(std::size_t done, std::size_t all);
    // Takes the line away, so that something else may be said.
    void clear();

    // The line for a moment `seconds` after the start.
    [[nodiscard]] static std::string text(const std::string& what, std::size_t done,
                                          std::size_t all, double seconds);

  private:
    using Clock = std::chrono::steady_clock;

    const Streams& streams_;
    std::string what_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_{};
    bool is_shown_ = false;
};

} // namespace jacquard::driver
