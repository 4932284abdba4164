#pragma once

#include <jacquard/platform/event.h>

namespace jacquard::platform {

// While one of these lives, what ends a process from a terminal or a scheduler (SIGINT and SIGTERM,
// Ctrl-C and Ctrl-Break) does not end it but is remembered, so that long work can stop in good
// order. The second time it ends. At most one at a time.
class InterruptionScope {
  public:
    InterruptionScope();
    ~InterruptionScope();
    InterruptionScope(const InterruptionScope&) = delete;
    InterruptionScope& operator=(const InterruptionScope&) = delete;

    // It happens as soon as a signal came.
    [[nodiscard]] const Event& event() const;
};

// The number of the signal that came in the last such scope; 0 when none did.
[[nodiscard]] int interrupting_signal();

// Ends the process by a signal, as if it had never been caught, where the system has that.
void end_by_signal(int number);

// Writing into a pipe that nobody reads, or a file that may not grow, fails like any other write.
// Returns true if the process was to end by the first of them.
[[nodiscard]] bool ignore_signals_of_writing();
// Whether that is what a write failed by.
[[nodiscard]] bool is_closed_pipe(int reason);
// Ends the process as others do whose reader has enough.
void end_by_closed_pipe();

} // namespace jacquard::platform
