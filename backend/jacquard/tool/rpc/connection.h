#pragma once

#include <jacquard/tool/rpc/message.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::driver::rpc {

// The server's side of a talk: it sends answers, notifications, and requests of its own. Results
// and parameters are JSON.
class Connection {
  public:
    explicit Connection(Channel& channel) : channel_(channel) {}

    void respond(const Message& request, std::string_view result);
    void fail(const Message& request, ErrorCode code, std::string_view reason);
    void notify(std::string_view method, std::string_view params);
    // The answer is not waited for.
    void request(std::string_view method, std::string_view params = {});

    // Answers to the messages of a batch go out together.
    void end_batch();

  private:
    void answer(const Message& request, std::string text);

    Channel& channel_;
    std::uint64_t requests_ = 0;
    std::string batch_; // answers so far, with commas
};

} // namespace jacquard::driver::rpc
