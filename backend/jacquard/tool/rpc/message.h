#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/rpc/channel.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace jacquard::driver::rpc {

// The errors that an answer may be, by the numbers that JSON-RPC and the protocols above it have.
enum class ErrorCode : std::int32_t {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    server_not_initialized = -32002,
    request_cancelled = -32800,
    content_modified = -32801,
};

enum class MessageKind : std::uint8_t {
    request,      // wants an answer
    notification, // wants none
    response,     // is one, to a request of the server
    faulty,       // is none of these
};

struct Message {
    MessageKind kind = MessageKind::faulty;
    std::string id = "null"; // as JSON
    std::string method;
    json::Value params;
    std::shared_ptr<const json::Document> document; // the parameters are part of it
    ErrorCode code = ErrorCode::parse_error;        // of a faulty one
    std::string fault;
    bool is_batched = false; // its answer waits for those of the others
    bool ends_batch = false;
};

// The messages in what was received, one unless it is a batch.
[[nodiscard]] std::vector<Message> read_messages(const Received& received, const Limits& limits);

// The id of a request as JSON: a number or a string. Empty for anything else.
[[nodiscard]] std::string id_text(json::Value id);

} // namespace jacquard::driver::rpc
