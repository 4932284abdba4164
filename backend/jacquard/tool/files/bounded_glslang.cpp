#include <jacquard/glsl/child_program.h>
#include <jacquard/tool/files/bounded_glslang.h>
#include <jacquard/tool/worker/worker.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <new>
#include <poll.h>
#include <sys/wait.h>

namespace jacquard::driver {

namespace {

using Clock = Worker::Clock;

// A result as one text: its fields, each behind its length.
class Fields {
  public:
    Fields() = default;
    explicit Fields(std::string_view text) : left_(text) {}

    void put(std::string_view field) {
        text_ += std::to_string(field.size()) + ':' + std::string(field);
    }
    void put(std::uint64_t number) { put(std::string_view(std::to_string(number))); }
    [[nodiscard]] std::string text() const { return text_; }

    std::string_view take() {
        const std::size_t size = number(left_.substr(0, left_.find(':')));
        left_.remove_prefix(std::min(left_.find(':'), left_.size() - 1) + 1);
        const std::string_view field = left_.substr(0, size);
        left_.remove_prefix(field.size());
        return field;
    }
    std::uint64_t take_number() { return number(take()); }

  private:
    static std::uint64_t number(std::string_view digits) {
        std::uint64_t value = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }

    std::string text_;
    std::string_view left_;
};

std::string pack(const HighLevelResult& result) {
    Fields fields;
    fields.put(static_cast<std::uint64_t>(result.stop));
    fields.put(result.module);
    fields.put(result.messages.size());
    for (const HighLevelMessage& message : result.messages) {
        fields.put(message.is_error ? 1 : 0);
        fields.put(message.file);
        fields.put(message.line);
        fields.put(message.column);
        fields.put(message.text);
        fields.put(message.code);
    }
    return fields.text();
}

HighLevelResult unpack(std::string_view text) {
    Fields fields(text);
    HighLevelResult result;
    result.stop = static_cast<HighLevelStop>(fields.take_number());
    result.module = fields.take();
    for (std::uint64_t left = fields.take_number(); left != 0; --left) {
        HighLevelMessage& message = result.messages.emplace_back();
        message.is_error = fields.take_number() != 0;
        message.file = fields.take();
        message.line = static_cast<std::uint32_t>(fields.take_number());
        message.column = static_cast<std::uint32_t>(fields.take_number());
        message.text = fields.take();
        message.code = fields.take();
    }
    return result;
}

HighLevelResult stopped(HighLevelStop stop) {
    HighLevelResult result;
    result.stop = stop;
    return result;
}

// Waits until the worker has answered, is gone, or has no time left.
HighLevelStop wait_for(Worker& worker, const WorkTicket& ticket, Clock::time_point deadline) {
    while (!ticket.result) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) {
            return HighLevelStop::time;
        }
        const int events = POLLIN | (worker.wants_to_send() ? POLLOUT : 0);
        pollfd state{worker.descriptor(), static_cast<short>(events), 0};
        if (poll(&state, 1, static_cast<int>(left.count()) + 1) < 0) {
            continue; // by a signal
        }
        if (!worker.send() || !worker.receive()) {
            break;
        }
    }
    return ticket.result ? HighLevelStop::nothing : HighLevelStop::crash;
}

} // namespace

HighLevelResult BoundedCompiler::compile(const HighLevelShader& shader) const {
    // A process that is ended may leave files behind; they are removed with the folder.
    const ScratchFolder scratch;
    const WorkFunction work = [&](const BatchItem&) {
        if (scratch.exists()) {
            setenv("TMPDIR", scratch.file("").c_str(), 1);
        }
        try {
            return pack(inner_.compile(shader));
        } catch (const std::bad_alloc&) {
            return pack(stopped(HighLevelStop::memory));
        }
    };
    Worker worker;
    if (!worker.start(work, limits_.memory, {})) {
        return inner_.compile(shader); // without processes there is nothing to bound
    }
    WorkTicket ticket;
    worker.give(ticket);
    const HighLevelStop stop = wait_for(worker, ticket, Clock::now() + most_time_);
    return stop == HighLevelStop::nothing ? unpack(*ticket.result) : stopped(stop);
}

} // namespace jacquard::driver
