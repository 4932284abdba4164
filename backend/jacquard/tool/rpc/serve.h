#pragma once

#include <jacquard/tool/rpc/connection.h>
#include <jacquard/tool/rpc/message_queue.h>

namespace jacquard::driver::rpc {

// The notification by which a client takes a request back, and its parameter with the id.
struct TakesBack {
    std::string_view method;
    std::string_view parameter;
};

// A server is given messages as soon as they are read, and does its work a piece at a time.
class Server {
  public:
    Server(Connection& connection, TakesBack takes_back)
        : connection_(connection), takes_back_(takes_back) {}
    virtual ~Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    void take(Message message);
    // Does the next piece of work: a message, or what is left when there is none. Returns false if
    // nothing is.
    bool work();
    // Returns true while more can be taken before the next piece of work.
    [[nodiscard]] bool has_room() const;
    // Returns true once the client has said that this is all.
    [[nodiscard]] virtual bool has_ended() const { return false; }

  protected:
    virtual void handle(const Message& message) = 0;
    // Handles a request that was taken back in time.
    virtual void drop(const Message& /*request*/) {}
    virtual bool work_without_message() { return false; }

    [[nodiscard]] Connection& connection() { return connection_; }
    [[nodiscard]] const MessageQueue& waiting() const { return queue_; }

  private:
    Connection& connection_;
    TakesBack takes_back_;
    MessageQueue queue_;
};

// Reads whatever is there before each piece of work, so that the server knows what later messages
// make needless. Ends when the server does, at the end of the input once all work is done, or when
// nobody takes what is written.
void serve(Channel& channel, Server& server, const Limits& limits);

} // namespace jacquard::driver::rpc
