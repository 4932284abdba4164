#include <jacquard/tool/rpc/serve.h>

#include <utility>

namespace jacquard::driver::rpc {

namespace {

constexpr std::size_t kMostWaiting = 1000; // messages

} // namespace

void Server::take(Message message) {
    if (message.kind == MessageKind::notification && message.method == takes_back_.method) {
        queue_.cancel(id_text(message.params[takes_back_.parameter]));
    }
    queue_.add(std::move(message));
}

bool Server::has_room() const {
    return queue_.size() < kMostWaiting;
}

bool Server::work() {
    if (queue_.empty()) {
        return work_without_message();
    }
    const MessageQueue::Entry entry = queue_.take();
    if (entry.cancelled) {
        drop(entry.message);
    } else {
        handle(entry.message);
    }
    if (entry.message.ends_batch) {
        connection_.end_batch();
    }
    return true;
}

void serve(Channel& channel, Server& server, const Limits& limits) {
    bool is_open = true;
    bool is_busy = false;
    while (!server.has_ended() && channel.can_write()) {
        if (is_open && (!is_busy || (channel.has_more() && server.has_room()))) {
            const std::optional<Received> received = channel.read();
            is_open = received.has_value();
            is_busy = true;
            if (received) {
                for (Message& message : read_messages(*received, limits)) {
                    server.take(std::move(message));
                }
            }
            continue;
        }
        is_busy = server.work();
        if (!is_busy && !is_open) {
            return;
        }
    }
}

} // namespace jacquard::driver::rpc
