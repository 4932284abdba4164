#include <jacquard/platform/channel.h>
#include <jacquard/platform/posix/event_state.h>

#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

// The whole process ignores the signal of a closed pipe where the flag is not there.
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

namespace jacquard::platform {

Channel::Channel() = default;
Channel::Channel(std::unique_ptr<State> state) : state_(std::move(state)) {}
Channel::Channel(Channel&&) noexcept = default;

Channel& Channel::operator=(Channel&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

Channel::~Channel() {
    if (is_open()) {
        ::close(state_->socket);
    }
}

std::ptrdiff_t Channel::send(std::string_view bytes) const {
    for (;;) {
        const ssize_t put = ::send(state_->socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (put >= 0 || errno != EINTR) {
            return put < 0 && errno == EAGAIN ? 0 : put;
        }
    }
}

std::ptrdiff_t Channel::receive(char* to, std::size_t size) const {
    for (;;) {
        const ssize_t got = recv(state_->socket, to, size, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        return got > 0 ? got : got < 0 && errno == EAGAIN ? 0 : -1;
    }
}

void wait_for_channels(std::span<AwaitedChannel> channels, const Event* event, int milliseconds) {
    std::vector<pollfd> requests;
    requests.reserve(channels.size() + 1);
    for (const AwaitedChannel& awaited : channels) {
        const int events = awaited.wants_to_send ? POLLIN | POLLOUT : POLLIN;
        requests.push_back({awaited.channel->state().socket, static_cast<short>(events), 0});
    }
    requests.push_back({event != nullptr ? event->state().ends[0] : -1, POLLIN, 0});
    const int count = poll(requests.data(), requests.size(), milliseconds);
    for (std::size_t i = 0; i < channels.size(); ++i) {
        channels[i].is_ready = count > 0 && requests[i].revents != 0;
    }
}

} // namespace jacquard::platform
