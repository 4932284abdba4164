#include <jacquard/layer/notes.h>

#include <cstdio>
#include <mutex>
#include <set>

namespace jacquard::layer {

void note(const std::string& message) noexcept {
    // Both stay until the process ends, since other threads may still be in here then.
    static std::mutex& mutex = *new std::mutex;
    static std::set<std::string>& told = *new std::set<std::string>;
    try {
        const std::lock_guard lock(mutex);
        if (told.insert(message).second) {
            std::fprintf(stderr, "jacquard capture: %s\n", message.c_str());
        }
    } catch (...) {
        // Without memory nothing is told.
        return;
    }
}

} // namespace jacquard::layer
