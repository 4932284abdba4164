#include <jacquard/platform/windows/channel_state.h>
#include <jacquard/platform/windows/news.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <utility>

namespace jacquard::platform {

namespace {

bool write_pipe(HANDLE pipe, std::string_view bytes) {
    while (!bytes.empty()) {
        DWORD put = 0;
        if (WriteFile(pipe, bytes.data(), static_cast<DWORD>(bytes.size()), &put, nullptr) == 0) {
            return false;
        }
        bytes.remove_prefix(put);
    }
    return true;
}

} // namespace

Channel::State::State(Handle from_other, Handle to_other)
    : from_other_(std::move(from_other)), to_other_(std::move(to_other)) {
    reader_.thread = std::thread([this] { run(reader_, &State::read_on); });
    writer_.thread = std::thread([this] { run(writer_, &State::write_on); });
}

Channel::State::~State() {
    News& news = News::of_process();
    {
        const std::lock_guard guard(news.mutex);
        traffic.is_left = true;
        news.changed.notify_all();
    }
    end(reader_);
    end(writer_);
}

// Which handle a std::thread has depends on the compiler, so each thread makes its own.
void Channel::State::run(PipeThread& self, void (State::*work)()) {
    News& news = News::of_process();
    HANDLE own = nullptr;
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &own, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    {
        const std::lock_guard guard(news.mutex);
        self.handle = Handle(own);
    }
    (this->*work)();
    const std::lock_guard guard(news.mutex);
    self.has_ended = true;
    news.changed.notify_all();
}

// A thread that waits for a pipe is called off, again and again: it may have been about to wait.
void Channel::State::end(PipeThread& other) {
    constexpr auto kNap = std::chrono::milliseconds(5);
    News& news = News::of_process();
    {
        std::unique_lock guard(news.mutex);
        while (!other.has_ended) {
            if (other.handle.is_open()) {
                CancelSynchronousIo(other.handle.get());
            }
            news.changed.wait_for(guard, kNap, [&] { return other.has_ended; });
        }
    }
    other.thread.join();
}

void Channel::State::read_on() {
    News& news = News::of_process();
    std::array<char, 1 << 16> piece;
    DWORD got = 0;
    while (ReadFile(from_other_.get(), piece.data(), static_cast<DWORD>(piece.size()), &got,
                    nullptr) != 0) {
        const std::lock_guard guard(news.mutex);
        traffic.incoming.append(piece.data(), got);
        news.changed.notify_all();
        if (traffic.is_left) {
            return;
        }
    }
    const std::lock_guard guard(news.mutex);
    traffic.is_closed = true;
    news.changed.notify_all();
}

void Channel::State::write_on() {
    News& news = News::of_process();
    std::unique_lock guard(news.mutex);
    for (;;) {
        news.changed.wait(guard, [&] { return traffic.is_left || !traffic.outgoing.empty(); });
        if (traffic.is_left) {
            return;
        }
        const std::string bytes = std::exchange(traffic.outgoing, {});
        guard.unlock();
        const bool is_written = write_pipe(to_other_.get(), bytes);
        guard.lock();
        if (!is_written) {
            traffic.is_closed = true;
            news.changed.notify_all();
            return;
        }
    }
}

Channel::Channel() = default;
Channel::Channel(std::unique_ptr<State> state) : state_(std::move(state)) {}
Channel::Channel(Channel&&) noexcept = default;
Channel::~Channel() = default;

Channel& Channel::operator=(Channel&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

std::ptrdiff_t Channel::send(std::string_view bytes) const {
    News& news = News::of_process();
    const std::lock_guard guard(news.mutex);
    if (state_->traffic.is_closed) {
        return -1;
    }
    state_->traffic.outgoing += bytes;
    news.changed.notify_all();
    return static_cast<std::ptrdiff_t>(bytes.size());
}

std::ptrdiff_t Channel::receive(char* to, std::size_t size) const {
    const std::lock_guard guard(News::of_process().mutex);
    ChannelTraffic& traffic = state_->traffic;
    if (traffic.incoming.empty()) {
        return traffic.is_closed ? -1 : 0;
    }
    const std::size_t count = std::min(size, traffic.incoming.size());
    std::memcpy(to, traffic.incoming.data(), count);
    traffic.incoming.erase(0, count);
    return static_cast<std::ptrdiff_t>(count);
}

void wait_for_channels(std::span<AwaitedChannel> channels, const Event* event, int milliseconds) {
    News& news = News::of_process();
    const auto has_news = [&] {
        bool is_any = event != nullptr && event->state().has_happened;
        for (AwaitedChannel& awaited : channels) {
            const ChannelTraffic& traffic = awaited.channel->state().traffic;
            // Nobody waits who wants to send: a thread of the channel's own takes the bytes.
            awaited.is_ready =
                awaited.wants_to_send || !traffic.incoming.empty() || traffic.is_closed;
            is_any = is_any || awaited.is_ready;
        }
        return is_any;
    };
    std::unique_lock guard(news.mutex);
    if (milliseconds < 0) {
        news.changed.wait(guard, has_news);
    } else {
        news.changed.wait_for(guard, std::chrono::milliseconds(milliseconds), has_news);
    }
}

} // namespace jacquard::platform
