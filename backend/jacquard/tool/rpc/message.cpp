#include <jacquard/tool/rpc/message.h>

#include <utility>

namespace jacquard::driver::rpc {

namespace {

Message faulty(ErrorCode code, std::string fault, std::string id = "null") {
    Message message;
    message.code = code;
    message.fault = std::move(fault);
    message.id = std::move(id);
    return message;
}

Message message_of(json::Value value) {
    if (!value.is(json::Kind::object)) {
        return faulty(ErrorCode::invalid_request, "a message is an object");
    }
    const json::Value id = value["id"];
    std::string written = id_text(id);
    const bool has_id = !written.empty();
    if (!has_id) {
        written = "null";
    }
    if (value["jsonrpc"].string() != "2.0") {
        return faulty(ErrorCode::invalid_request, "'jsonrpc' is not \"2.0\"", written);
    }
    const json::Value method = value["method"];
    if (!method.exists() && (value["result"].exists() || value["error"].exists())) {
        Message message;
        message.kind = MessageKind::response;
        message.id = written;
        return message;
    }
    if (!method.is(json::Kind::string)) {
        return faulty(ErrorCode::invalid_request, "'method' is not a string", written);
    }
    if (id.exists() && !has_id) {
        return faulty(ErrorCode::invalid_request, "'id' is neither a number nor a string");
    }
    const json::Value params = value["params"];
    if (params.exists() && !params.is(json::Kind::object) && !params.is(json::Kind::array) &&
        !params.is(json::Kind::null)) {
        return faulty(ErrorCode::invalid_request, "'params' is neither an object nor an array",
                      written);
    }
    Message message;
    message.kind = has_id ? MessageKind::request : MessageKind::notification;
    message.id = std::move(written);
    message.method = method.string();
    message.params = params;
    return message;
}

} // namespace

std::string id_text(json::Value id) {
    std::string text;
    json::Writer writer(text);
    if (id.is(json::Kind::string)) {
        writer.string(id.string());
    } else if (id.is(json::Kind::number)) {
        const bool is_integer = id.integer(0) == id.integer(1);
        if (is_integer) {
            writer.integer(id.integer());
        } else {
            writer.number(id.number());
        }
    }
    return text;
}

std::vector<Message> read_messages(const Received& received, const Limits& limits) {
    if (!received.fault.empty()) {
        return {faulty(ErrorCode::invalid_request, received.fault)};
    }
    json::ParseError error;
    std::optional<json::Document> parsed = json::Document::parse(received.text, error, limits);
    if (!parsed) {
        const SourcePosition at = error.position;
        return {faulty(ErrorCode::parse_error, "line " + std::to_string(at.line) + ", column " +
                                                   std::to_string(at.column) + ": " +
                                                   error.message)};
    }
    const auto document = std::make_shared<const json::Document>(std::move(*parsed));
    const json::Value root = document->root();
    std::vector<Message> messages;
    if (!root.is(json::Kind::array)) {
        messages.push_back(message_of(root));
    } else if (root.size() == 0) {
        messages.push_back(faulty(ErrorCode::invalid_request, "a batch has messages"));
    } else {
        for (const json::Value each : root) {
            messages.push_back(message_of(each));
            messages.back().is_batched = true;
        }
        messages.back().ends_batch = true;
    }
    for (Message& message : messages) {
        message.document = document;
    }
    return messages;
}

} // namespace jacquard::driver::rpc
