#include <jacquard/tool/frame/progress_bar.h>
#include <jacquard/tool/frame/terminal_buffer.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::size_t kWidth = 30;
constexpr double kPause = 0.1; // seconds

std::string bar(std::size_t part, std::size_t whole) {
    const std::size_t filled = part * kWidth / whole;
    return '[' + std::string(filled, '#') + std::string(kWidth - filled, '.') + "] " +
           std::to_string(part * 100 / whole) + '%';
}

// "59 s", "90 min", "40 h"
std::string time_text(double seconds) {
    constexpr double kMinute = 60;
    constexpr double kHour = 60 * kMinute;
    if (seconds < 2 * kMinute) {
        return std::to_string(std::lround(seconds)) + " s";
    }
    return seconds < 2 * kHour ? std::to_string(std::lround(seconds / kMinute)) + " min"
                               : std::to_string(std::lround(seconds / kHour)) + " h";
}

} // namespace

ProgressBar::ProgressBar(const Streams& streams, std::string what)
    : streams_(streams), what_(std::move(what)) {}

std::string ProgressBar::text(const std::string& what, std::size_t done, std::size_t all,
                              double seconds) {
    const std::size_t whole = std::max<std::size_t>(all, 1);
    const std::size_t part = std::min(done, whole);
    std::string line = what + ' ' + bar(part, whole);
    if (part != 0) {
        const double left = seconds * static_cast<double>(whole - part) / static_cast<double>(part);
        line += ", " + time_text(left) + " left";
    }
    return line;
}

std::string ProgressBar::count_text(const std::string& what, std::size_t done,
                                    std::optional<std::size_t> all, std::size_t earlier,
                                    double seconds) {
    const std::size_t whole = std::max<std::size_t>(all.value_or(done), 1);
    const std::size_t part = std::min(done, whole);
    std::string line = what + ' ' + (all ? bar(part, whole) + ", " : "") + std::to_string(done);
    line += all ? " of " + std::to_string(*all) : " done";
    const std::size_t timed = done - std::min(earlier, done);
    if (timed != 0 && seconds > 0) {
        const double rate = static_cast<double>(timed) / seconds;
        line += ", " + std::to_string(std::lround(rate)) + "/s";
        line += all ? ", " + time_text(static_cast<double>(whole - part) / rate) + " left" : "";
    }
    return line;
}

double ProgressBar::seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool ProgressBar::is_due() const {
    return streams_.err_is_terminal &&
           std::chrono::duration<double>(Clock::now() - last_).count() >= kPause;
}

void ProgressBar::write(const std::string& line) {
    // Back to the beginning of the line, the rest of which is erased.
    streams_.err << '\r' << line << kEraseLine << std::flush;
    last_ = Clock::now();
    is_shown_ = true;
}

void ProgressBar::show(std::size_t done, std::size_t all) {
    if (is_due()) {
        write(text(what_, done, all, seconds()));
    }
}

void ProgressBar::show_count(std::size_t done, std::optional<std::size_t> all) {
    if (is_due()) {
        write(count_text(what_, done, all, earlier_, seconds()));
    }
}

void ProgressBar::start_at(std::size_t done) {
    start_ = Clock::now();
    earlier_ = done;
}

void ProgressBar::clear() {
    if (is_shown_) {
        streams_.err << '\r' << kEraseLine << std::flush;
        is_shown_ = false;
    }
}

} // namespace jacquard::driver
