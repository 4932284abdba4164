#include <jacquard/platform/interruption.h>
#include <jacquard/platform/windows/wide.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>

namespace jacquard::platform {

namespace {

std::atomic<int> last_signal = 0;
std::optional<Event> wakes; // the work

// Runs in a thread of its own. The second time the system ends the process.
BOOL WINAPI note_key(DWORD kind) {
    if ((kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT) || last_signal != 0) {
        return FALSE;
    }
    last_signal = SIGINT;
    wakes->happen();
    return TRUE;
}

} // namespace

InterruptionScope::InterruptionScope() {
    last_signal = 0;
    wakes.emplace();
    SetConsoleCtrlHandler(note_key, TRUE);
}

InterruptionScope::~InterruptionScope() {
    SetConsoleCtrlHandler(note_key, FALSE);
    wakes.reset();
}

const Event& InterruptionScope::event() const {
    return *wakes;
}

int interrupting_signal() {
    return last_signal;
}

// Programs that were interrupted end with this code, which shells know.
void end_by_signal(int /*number*/) {
    constexpr unsigned kInterrupted = 0xc000013a;
    std::exit(static_cast<int>(kInterrupted));
}

bool ignore_signals_of_writing() {
    return true;
}

// The runtime of C has both for a pipe that nobody reads.
bool is_closed_pipe(int reason) {
    return reason == EPIPE || reason == EINVAL;
}

void end_by_closed_pipe() {
    std::exit(EXIT_FAILURE);
}

} // namespace jacquard::platform
