#pragma once

#include <jacquard/platform/event.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace jacquard::platform {

// The end of a stream of bytes in both directions to another process. Nothing here waits.
class Channel {
  public:
    struct State; // the system's form of it

    Channel();
    ~Channel();
    Channel(Channel&&) noexcept;
    Channel& operator=(Channel&&) noexcept;
    explicit Channel(std::unique_ptr<State> state);

    [[nodiscard]] bool is_open() const { return state_ != nullptr; }
    // Both say how many bytes were moved, which may be none; less than 0 when the other end is
    // gone.
    [[nodiscard]] std::ptrdiff_t send(std::string_view bytes) const;
    [[nodiscard]] std::ptrdiff_t receive(char* to, std::size_t size) const;

    [[nodiscard]] State& state() const { return *state_; }

  private:
    std::unique_ptr<State> state_;
};

// A channel that is waited for.
struct AwaitedChannel {
    const Channel* channel = nullptr;
    bool wants_to_send = false;
    bool is_ready = false; // set when something can be moved, or the other end is gone
};

// Waits until a channel is ready, the event happens (null: there is none), or so many milliseconds
// are over (less than 0: any number). It may return before for no reason.
void wait_for_channels(std::span<AwaitedChannel> channels, const Event* event, int milliseconds);

} // namespace jacquard::platform
