#include <jacquard/tool/rpc/message_queue.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver::rpc {

MessageQueue::Entry MessageQueue::take() {
    Entry entry = std::move(entries_.front());
    entries_.pop_front();
    return entry;
}

void MessageQueue::cancel(std::string_view id) {
    for (Entry& entry : entries_) {
        if (entry.message.kind == MessageKind::request && entry.message.id == id) {
            entry.cancelled = true;
        }
    }
}

bool MessageQueue::has(const std::function<bool(const Message&)>& is_one) const {
    return std::any_of(entries_.begin(), entries_.end(),
                       [&](const Entry& entry) { return is_one(entry.message); });
}

} // namespace jacquard::driver::rpc
