#pragma once

#include <jacquard/tool/frame/streams.h>

#include <chrono>
#include <cstddef>
#include <optional>
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
    // The same for work of many small pieces, with their rate; `all` may not be known.
    void show_count(std::size_t done, std::optional<std::size_t> all);
    // The time of the work begins now, with so many pieces done that took none of it.
    void start_at(std::size_t done);
    // Takes the line away, so that something else may be said.
    void clear();

    // The line for a moment `seconds` after the start.
    [[nodiscard]] static std::string text(const std::string& what, std::size_t done,
                                          std::size_t all, double seconds);

    // The line for so many pieces, of which `earlier` took no time.
    [[nodiscard]] static std::string count_text(const std::string& what, std::size_t done,
                                                std::optional<std::size_t> all, std::size_t earlier,
                                                double seconds);

  private:
    [[nodiscard]] bool is_due() const;
    void write(const std::string& line);
    [[nodiscard]] double seconds() const;

    using Clock = std::chrono::steady_clock;

    const Streams& streams_;
    std::string what_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_{};
    std::size_t earlier_ = 0;
    bool is_shown_ = false;
};

} // namespace jacquard::driver
