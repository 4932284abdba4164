#include <jacquard/platform/interruption.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>

namespace jacquard::platform {

namespace {

constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};

volatile std::sig_atomic_t last_signal = 0;
std::optional<Event> wakes; // the work
std::array<struct sigaction, kSignals.size()> before;

void note_signal(int number) {
    last_signal = number;
    wakes->happen();
}

} // namespace

InterruptionScope::InterruptionScope() {
    last_signal = 0;
    wakes.emplace();
    struct sigaction action {};
    action.sa_handler = note_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND); // a second one ends the process at once
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        sigaction(kSignals[i], &action, &before[i]);
        if (before[i].sa_handler == SIG_IGN) { // as nohup has it
            sigaction(kSignals[i], &before[i], nullptr);
        }
    }
}

InterruptionScope::~InterruptionScope() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        sigaction(kSignals[i], &before[i], nullptr);
    }
    wakes.reset();
}

const Event& InterruptionScope::event() const {
    return *wakes;
}

int interrupting_signal() {
    return last_signal;
}

void end_by_signal(int number) {
    std::signal(number, SIG_DFL);
    std::raise(number);
}

bool ignore_signals_of_writing() {
    std::signal(SIGXFSZ, SIG_IGN);
    return std::signal(SIGPIPE, SIG_IGN) == SIG_DFL;
}

bool is_closed_pipe(int reason) {
    return reason == EPIPE;
}

void end_by_closed_pipe() {
    end_by_signal(SIGPIPE);
}

} // namespace jacquard::platform
