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

// One of the two threads, which the system knows by a handle.
struct PipeThread {
    Handle handle; // there as soon as it runs
    bool has_ended = false;
    std::thread thread;
};

struct Channel::State {
    // Takes the handles of two pipes.
    State(Handle from_other, Handle to_other);
    // The threads end although the other end may still be there.
    ~State();
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    ChannelTraffic traffic;

  private:
    void run(PipeThread& self, void (State::*work)());
    void end(PipeThread& other);
    void read_on();
    void write_on();

    Handle from_other_;
    Handle to_other_;
    PipeThread reader_;
    PipeThread writer_;
};

} // namespace jacquard::platform
