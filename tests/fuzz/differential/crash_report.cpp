#include "crash_report.h"

#include <array>
#include <charconv>
#include <csignal>
#include <string_view>
#include <unistd.h>

namespace jacquard::fuzz {

namespace {

thread_local const std::string* current_text = nullptr;
thread_local std::uint64_t current_seed = 0;

// Only what a signal handler may call.
void say(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void report(int signal) {
    std::array<char, 24> digits{};
    const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), current_seed).ptr;
    say("\nthe compiler crashed at seed ");
    say({digits.data(), static_cast<std::size_t>(end - digits.data())});
    say(" with\n");
    if (current_text != nullptr) {
        say(*current_text);
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace

void report_crashes() {
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) {
        std::signal(signal, report);
    }
}

AtWork::AtWork(const std::string& text) : before_(current_text) {
    current_text = &text;
}

AtWork::~AtWork() {
    current_text = before_;
}

void AtWork::set_seed(std::uint64_t seed) {
    current_seed = seed;
}

} // namespace jacquard::fuzz
