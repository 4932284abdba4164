#pragma once

#include <jacquard/platform/channel.h>
#include <jacquard/platform/windows/wide.h>

#include <string>
#include <thread>

namespace jacquard::platform {

// The threads of a channel share this with it, and write it under the mutex of the news. Pipes
// cannot be waited for together, so a thread reads from one and another writes into the other.
struct ChannelTraffic {
    std::string incoming;
    std::string outgoing;
    bool is_closed = false; // the other end is gone
    bool is_left = false;   // nobody is interested any more
};

struct Channel::State {
    // Takes the handles of two pipes.
    State(Handle from_other, Handle to_other);
    // The other end must be gone, so that no thread waits for it.
    ~State();
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    ChannelTraffic traffic;

  private:
    void read_on();
    void write_on();

    Handle from_other_;
    Handle to_other_;
    std::thread reader_;
    std::thread writer_;
};

} // namespace jacquard::platform
