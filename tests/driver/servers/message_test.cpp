#include <jacquard/tool/rpc/message.h>
#include <jacquard/tool/rpc/message_queue.h>

#include "catch.h"

#include <string>

using jacquard::driver::rpc::Message;
using jacquard::driver::rpc::MessageKind;
using jacquard::driver::rpc::MessageQueue;
using jacquard::driver::rpc::read_messages;

namespace {

// Kind, id, and method or fault of each message.
std::string read(const std::string& text) {
    constexpr std::string_view kKinds[] = {"request", "notification", "response", "faulty"};
    std::string all;
    for (const Message& message : read_messages({text, {}}, {})) {
        all += all.empty() ? "" : "; ";
        all += std::string(kKinds[static_cast<unsigned>(message.kind)]) + ' ' + message.id + ' ' +
               message.method;
        if (message.kind == MessageKind::faulty) {
            all += std::to_string(static_cast<int>(message.code)) + ' ' + message.fault;
        }
    }
    return all;
}

} // namespace

TEST_CASE("Messages with an id and a method are requests") {
    CHECK(read(R"({"jsonrpc":"2.0","id":7,"method":"a"})") == "request 7 a");
    CHECK(read(R"({"jsonrpc":"2.0","id":"x\"y","method":"a","params":[]})") ==
          R"(request "x\"y" a)");
    CHECK(read(R"({"jsonrpc":"2.0","id":1.5,"method":"a"})") == "request 1.5 a");
    CHECK(read(R"({"jsonrpc":"2.0","method":"a","params":null})") == "notification null a");
    CHECK(read(R"({"jsonrpc":"2.0","id":7,"result":null})") == "response 7 ");
}

TEST_CASE("What is no message says why") {
    CHECK(read("[]") == "faulty null -32600 a batch has messages");
    CHECK(read("7") == "faulty null -32600 a message is an object");
    CHECK(read(R"({"id":7,"method":"a"})") == "faulty 7 -32600 'jsonrpc' is not \"2.0\"");
    CHECK(read(R"({"jsonrpc":"2.0","id":null,"method":"a"})") ==
          "faulty null -32600 'id' is neither a number nor a string");
    CHECK(read(R"({"jsonrpc":"2.0","id":7,"method":1})") ==
          "faulty 7 -32600 'method' is not a string");
    CHECK(read(R"({"jsonrpc":"2.0","id":7,"method":"a","params":3})") ==
          "faulty 7 -32600 'params' is neither an object nor an array");
    CHECK(read("{").starts_with("faulty null -32700 line 1, column 2: "));
}

TEST_CASE("A batch is several messages") {
    CHECK(read(R"([{"jsonrpc":"2.0","id":7,"method":"a"},3])") ==
          "request 7 a; faulty null -32600 a message is an object");
}

TEST_CASE("Requests that wait can be taken back") {
    MessageQueue queue;
    for (Message& message : read_messages({R"([{"jsonrpc":"2.0","id":1,"method":"a"},)"
                                           R"({"jsonrpc":"2.0","id":2,"method":"b"}])",
                                           {}},
                                          {})) {
        queue.add(std::move(message));
    }
    queue.cancel("2");
    queue.cancel("3");
    CHECK_FALSE(queue.take().cancelled);
    CHECK(queue.take().cancelled);
    CHECK(queue.empty());
}
