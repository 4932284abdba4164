#pragma once

#include <jacquard/platform/channel.h>
#include <jacquard/platform/event.h>

#include <array>

// Events and channels are descriptors here, which can be waited for together.
namespace jacquard::platform {

// A pipe that has a byte in it when the event has happened.
struct Event::State {
    std::array<int, 2> ends = {-1, -1};
};

struct Channel::State {
    int socket = -1;
};

} // namespace jacquard::platform
