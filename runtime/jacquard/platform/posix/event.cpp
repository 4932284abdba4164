#include <jacquard/platform/posix/event_state.h>

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace jacquard::platform {

Event::Event() : state_(std::make_unique<State>()) {
    if (pipe(state_->ends.data()) == 0) {
        for (const int end : state_->ends) {
            fcntl(end, F_SETFL, O_NONBLOCK);
            fcntl(end, F_SETFD, FD_CLOEXEC);
        }
    }
}

Event::~Event() {
    for (const int end : state_->ends) {
        ::close(end);
    }
}

void Event::happen() const {
    const int kept = errno;
    // When the pipe is full, it says enough.
    [[maybe_unused]] const ssize_t put = ::write(state_->ends[1], "!", 1);
    errno = kept;
}

bool Event::has_happened() const {
    pollfd request{state_->ends[0], POLLIN, 0};
    return poll(&request, 1, 0) > 0;
}

} // namespace jacquard::platform
