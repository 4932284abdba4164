#include <jacquard/tool/rpc/connection.h>

#include <utility>

namespace jacquard::driver::rpc {

namespace {

std::string head_of_answer(const Message& request) {
    return R"({"jsonrpc":"2.0","id":)" + request.id;
}

} // namespace

void Connection::answer(const Message& request, std::string text) {
    if (!request.is_batched) {
        channel_.write(text);
    } else {
        batch_ += batch_.empty() ? "" : ",";
        batch_ += text;
    }
}

void Connection::respond(const Message& request, std::string_view result) {
    answer(request, head_of_answer(request) + ",\"result\":" + std::string(result) + '}');
}

void Connection::fail(const Message& request, ErrorCode code, std::string_view reason) {
    std::string text = head_of_answer(request) + ",\"error\":";
    json::Writer json(text);
    json.begin_object();
    json.member("code", static_cast<std::int64_t>(code)).member("message", reason).end_object();
    answer(request, std::move(text) + '}');
}

void Connection::notify(std::string_view method, std::string_view params) {
    channel_.write(R"({"jsonrpc":"2.0","method":")" + std::string(method) +
                   "\",\"params\":" + std::string(params) + '}');
}

void Connection::request(std::string_view method, std::string_view params) {
    std::string text = R"({"jsonrpc":"2.0","id":"jacquard-)" + std::to_string(++requests_) +
                       R"(","method":")" + std::string(method) + '"';
    if (!params.empty()) {
        text += ",\"params\":" + std::string(params);
    }
    channel_.write(text + '}');
}

void Connection::end_batch() {
    if (!batch_.empty()) {
        channel_.write('[' + std::exchange(batch_, {}) + ']');
    }
}

} // namespace jacquard::driver::rpc
