#pragma once

#include <memory>

namespace jacquard::platform {

// Something that happens once, which whoever waits for channels sees.
class Event {
  public:
    Event();
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    // May be called by a handler of signals.
    void happen() const;
    [[nodiscard]] bool has_happened() const;

    // The system's form of it.
    struct State;
    [[nodiscard]] const State& state() const { return *state_; }

  private:
    std::unique_ptr<State> state_;
};

} // namespace jacquard::platform
