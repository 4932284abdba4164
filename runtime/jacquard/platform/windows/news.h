#pragma once

#include <jacquard/platform/event.h>

#include <condition_variable>
#include <mutex>

namespace jacquard::platform {

// Threads that wait for channels learn here that something has happened somewhere. All that they
// look at is written under the mutex.
struct News {
    std::mutex mutex;
    std::condition_variable changed;

    static News& of_process();
};

struct Event::State {
    bool has_happened = false;
};

} // namespace jacquard::platform
