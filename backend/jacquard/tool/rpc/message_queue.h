#pragma once

#include <jacquard/tool/rpc/message.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <string_view>

namespace jacquard::driver::rpc {

// Messages that were read and not yet handled, in their order.
class MessageQueue {
  public:
    struct Entry {
        Message message;
        bool cancelled = false;
    };

    void add(Message message) { entries_.push_back({std::move(message), false}); }
    [[nodiscard]] Entry take();
    // Marks the request with an id, as id_text() writes it. Nothing happens where there is none:
    // it may have been answered.
    void cancel(std::string_view id);
    // Returns true if a message that is yet to come is one of these.
    [[nodiscard]] bool has(const std::function<bool(const Message&)>& is_one) const;

    [[nodiscard]] bool empty() const { return entries_.empty(); }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

  private:
    std::deque<Entry> entries_;
};

} // namespace jacquard::driver::rpc
