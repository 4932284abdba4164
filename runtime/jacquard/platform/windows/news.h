#pragma once

#include <jacquard/platform/event.h>

#include <condition_variable>
#include <mutex>

namespace jacquard::platform {

// Where threads that wait for channels learn that something has happened somewhere. What is looked
// at by them is written under the mutex.
struct News {
    std::mutex mutex;
    std::condition_variable changed;

    static News& of_process();
};

struct Event::State {
    bool has_happened = false;
};

} // namespace jacquard::platform
