#include <jacquard/tool/worker/worker.h>

#include <array>
#include <cstring>
#include <string_view>

namespace jacquard::driver {

namespace {

// Both directions carry texts behind their lengths.
using Length = std::uint32_t;

void append_text(std::string& out, std::string_view text) {
    const auto length = static_cast<Length>(text.size());
    std::array<char, sizeof length> bytes{};
    std::memcpy(bytes.data(), &length, sizeof length);
    out.append(bytes.data(), bytes.size()).append(text);
}

// The text at `start`, which moves behind it. Nothing when not all of it is there.
std::optional<std::string_view> take_text(std::string_view bytes, std::size_t& start) {
    Length length = 0;
    if (bytes.size() - start < sizeof length) {
        return std::nullopt;
    }
    std::memcpy(&length, bytes.data() + start, sizeof length);
    if (bytes.size() - start - sizeof length < length) {
        return std::nullopt;
    }
    const std::string_view text = bytes.substr(start + sizeof length, length);
    start += sizeof length + length;
    return text;
}

std::string pack_item(const BatchItem& item) {
    std::string fields;
    append_text(fields, item.name);
    append_text(fields, item.path);
    append_text(fields, item.stage);
    append_text(fields, item.entry);
    append_text(fields, item.state);
    for (const std::string& define : item.defines) {
        append_text(fields, define);
    }
    std::string text;
    append_text(text, fields);
    return text;
}

BatchItem unpack_item(std::string_view fields) {
    std::size_t start = 0;
    BatchItem item;
    item.name = take_text(fields, start).value_or("");
    item.path = take_text(fields, start).value_or("");
    item.stage = take_text(fields, start).value_or("");
    item.entry = take_text(fields, start).value_or("");
    item.state = take_text(fields, start).value_or("");
    while (const std::optional<std::string_view> define = take_text(fields, start)) {
        item.defines.emplace_back(*define);
    }
    return item;
}

// The life of the process.
void serve(platform::WorkerEnd& end, const WorkFunction& work) {
    Length length = 0;
    std::string request;
    while (end.read(reinterpret_cast<char*>(&length), sizeof length)) {
        request.resize(length);
        if (!end.read(request.data(), length)) {
            break;
        }
        std::string answer;
        append_text(answer, work(unpack_item(request)));
        if (!end.write(answer)) {
            break;
        }
    }
}

} // namespace

bool serve_as_worker(const WorkFunction& work) {
    platform::WorkerEnd* const end = platform::own_worker_end();
    if (end != nullptr) {
        serve(*end, work);
    }
    return end != nullptr;
}

bool Worker::start(const WorkFunction& work, const std::vector<std::string>& words,
                   std::uint64_t memory, const std::vector<const platform::Channel*>& others) {
    return process_.start(
        {[&work](platform::WorkerEnd& end) { serve(end, work); }, words, memory, others});
}

platform::ProcessEnd Worker::end() {
    outgoing_.clear();
    sent_ = 0;
    incoming_.clear();
    tickets_.clear();
    return process_.end();
}

void Worker::give(WorkTicket& ticket) {
    if (tickets_.empty()) {
        began_ = Clock::now();
    }
    tickets_.push_back(&ticket);
    outgoing_.erase(0, sent_);
    sent_ = 0;
    outgoing_ += pack_item(ticket.item);
}

bool Worker::send() {
    while (wants_to_send()) {
        const std::ptrdiff_t put = channel().send(std::string_view(outgoing_).substr(sent_));
        if (put <= 0) {
            return put == 0;
        }
        sent_ += static_cast<std::size_t>(put);
    }
    return true;
}

bool Worker::receive() {
    std::array<char, 1 << 14> piece;
    for (;;) {
        const std::ptrdiff_t got = channel().receive(piece.data(), piece.size());
        if (got <= 0) {
            return got == 0;
        }
        incoming_.append(piece.data(), static_cast<std::size_t>(got));
        std::size_t start = 0;
        while (!tickets_.empty()) {
            const std::optional<std::string_view> answer = take_text(incoming_, start);
            if (!answer) {
                break;
            }
            tickets_.front()->result = std::string(*answer);
            tickets_.pop_front();
            began_ = Clock::now();
        }
        incoming_.erase(0, start);
    }
}

} // namespace jacquard::driver
