#include <jacquard/tool/frame/interruption.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace jacquard::driver {

namespace {

constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};

volatile std::sig_atomic_t last_signal = 0;
std::array<int, 2> ends = {-1, -1}; // of the pipe that wakes the work
std::array<struct sigaction, kSignals.size()> before;

void note_signal(int number) {
    const int kept = errno;
    last_signal = number;
    [[maybe_unused]] const ssize_t put = write(ends[1], "!", 1); // when it is full, it says enough
    errno = kept;
}

} // namespace

InterruptionScope::InterruptionScope() {
    last_signal = 0;
    if (pipe(ends.data()) == 0) {
        for (const int end : ends) {
            fcntl(end, F_SETFL, O_NONBLOCK);
            fcntl(end, F_SETFD, FD_CLOEXEC);
        }
    }
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
    for (int& end : ends) {
        close(end);
        end = -1;
    }
}

int InterruptionScope::descriptor() const {
    return ends[0];
}

int interrupting_signal() {
    return last_signal;
}

} // namespace jacquard::driver
