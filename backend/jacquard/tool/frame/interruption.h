#pragma once

namespace jacquard::driver {

// While one of these lives, SIGINT and SIGTERM do not end the process but are remembered, so that
// long work can stop in good order. At most one at a time.
class InterruptionScope {
  public:
    InterruptionScope();
    ~InterruptionScope();
    InterruptionScope(const InterruptionScope&) = delete;
    InterruptionScope& operator=(const InterruptionScope&) = delete;

    // A descriptor that can be read as soon as a signal came.
    [[nodiscard]] int descriptor() const;
};

// The signal that came in the last such scope; 0 when none did.
[[nodiscard]] int interrupting_signal();

} // namespace jacquard::driver
