#include <jacquard/driver/tool/progress_bar.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::size_t kWidth = 30;
constexpr double kPause = 0.1; // seconds

} // namespace

ProgressBar::ProgressBar(const Streams& streams, std::string what)
    : streams_(streams), what_(std::move(what)) {}

std::string ProgressBar::text(const std::string& what, std::size_t done, std::size_t all,
                              double seconds) {
    const std::size_t whole = std::max<std::size_t>(all, 1);
    const std::size_t part = std::min(done, whole);
    const std::size_t filled = part * kWidth / whole;
    std::string line = what + " [" + std::string(filled, '#') + std::string(kWidth - filled, '.') +
                       "] " + std::to_string(part * 100 / whole) + '%';
    if (part != 0) {
        const double left = seconds * static_cast<double>(whole - part) / static_cast<double>(part);
        line += ", " + std::to_string(std::lround(left)) + " s left";
    }
    return line;
}

void ProgressBar::show(std::size_t done, std::size_t all) {
    const Clock::time_point now = Clock::now();
    if (!streams_.err_is_terminal ||
        (is_shown_ && std::chrono::duration<double>(now - last_).count() < kPause)) {
        return;
    }
    const double seconds = std::chrono::duration<double>(now - start_).count();
    // Back to the beginning of the line, the rest of which is erased.
    streams_.err << '\r' << text(what_, done, all, seconds) << "\x1b[K" << std::flush;
    last_ = now;
    is_shown_ = true;
}

void ProgressBar::clear() {
    if (is_shown_) {
        streams_.err << "\r\x1b[K" << std::flush;
        is_shown_ = false;
    }
}

} // namespace jacquard::driver
