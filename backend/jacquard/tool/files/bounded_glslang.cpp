#include <jacquard/glsl/child_program.h>
#include <jacquard/platform/files.h>
#include <jacquard/tool/files/bounded_glslang.h>
#include <jacquard/tool/frame/process.h>
#include <jacquard/tool/worker/worker.h>

#include <algorithm>
#include <charconv>
#include <new>

namespace jacquard::driver {

namespace {

using Clock = Worker::Clock;

// The first word of a process that answers for a compiler; the second is its identity.
constexpr std::string_view kServeCompiler = "--serve-compiler";

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

std::string pack(const HighLevelShader& shader) {
    Fields fields;
    for (const std::string_view text :
         {std::string_view(shader.name), shader.text, std::string_view(shader.stage),
          std::string_view(shader.entry), std::string_view(shader.target)}) {
        fields.put(text);
    }
    fields.put(shader.hlsl ? 1 : 0);
    fields.put(shader.opencl ? 1 : 0);
    for (const auto* list : {&shader.defines, &shader.include_folders, &shader.options}) {
        fields.put(list->size());
        for (const std::string& each : *list) {
            fields.put(each);
        }
    }
    fields.put(shader.linked.size());
    for (const auto& [name, location] : shader.linked) {
        fields.put(name);
        fields.put(location);
    }
    return fields.text();
}

// Its text is part of the packed one.
HighLevelShader unpack_shader(std::string_view text) {
    Fields fields(text);
    HighLevelShader shader;
    shader.name = fields.take();
    shader.text = fields.take();
    shader.stage = fields.take();
    shader.entry = fields.take();
    shader.target = fields.take();
    shader.hlsl = fields.take_number() != 0;
    shader.opencl = fields.take_number() != 0;
    for (auto* list : {&shader.defines, &shader.include_folders, &shader.options}) {
        for (std::uint64_t left = fields.take_number(); left != 0; --left) {
            list->emplace_back(fields.take());
        }
    }
    for (std::uint64_t left = fields.take_number(); left != 0; --left) {
        const std::string name(fields.take());
        shader.linked[name] = static_cast<std::uint32_t>(fields.take_number());
    }
    return shader;
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
        platform::AwaitedChannel state{&worker.channel(), worker.wants_to_send()};
        platform::wait_for_channels({&state, 1}, nullptr, static_cast<int>(left.count()) + 1);
        if (!worker.send() || !worker.receive()) {
            break;
        }
    }
    return ticket.result ? HighLevelStop::nothing : HighLevelStop::crash;
}

// Returns the answer of a worker for a shader.
std::string answer_of(const HighLevelCompiler& compiler, const HighLevelShader& shader,
                      const std::string& scratch_place) {
    if (!scratch_place.empty()) {
        platform::set_scratch_place(scratch_place);
    }
    try {
        return pack(compiler.compile(shader));
    } catch (const std::bad_alloc&) {
        return pack(stopped(HighLevelStop::memory));
    }
}

// Starts a process for a compiler. False where there can be none.
bool start(Worker& worker, const HighLevelCompiler& compiler, std::uint64_t memory) {
    const WorkFunction work = [&compiler](const BatchItem& item) {
        return answer_of(compiler, unpack_shader(item.name), item.path);
    };
    // A new process finds the compiler that has an identity. One without is a program of its own.
    std::vector<std::string> words;
    if (!platform::workers_are_copies() && !compiler.identity().empty()) {
        words = {std::string(kServeCompiler), compiler.identity()};
    }
    return worker.start(work, words, memory, {});
}

// Returns what a worker that was started makes of a shader.
HighLevelResult ask(Worker& worker, const HighLevelShader& shader,
                    std::chrono::milliseconds most_time) {
    // A process that is ended may leave files behind; they are removed with the folder.
    const ScratchFolder scratch;
    WorkTicket ticket;
    ticket.item = {pack(shader), scratch.exists() ? scratch.file("") : std::string()};
    worker.give(ticket);
    const HighLevelStop stop = wait_for(worker, ticket, Clock::now() + most_time);
    if (stop != HighLevelStop::nothing) {
        worker.end();
        return stopped(stop);
    }
    return unpack(*ticket.result);
}

} // namespace

HighLevelResult BoundedCompiler::compile(const HighLevelShader& shader) const {
    Worker worker;
    if (!start(worker, inner_, limits_.memory)) {
        return inner_.compile(shader); // without processes there is nothing to bound
    }
    return ask(worker, shader, most_time_);
}

struct KeptCompiler::Process {
    Worker worker;
    std::uint64_t memory = 0; // that it may take
    unsigned asked = 0;       // how many shaders it was given
};

KeptCompiler::KeptCompiler(const HighLevelCompiler& inner, std::chrono::milliseconds most_time)
    : inner_(inner), most_time_(most_time) {}

KeptCompiler::~KeptCompiler() = default;

HighLevelResult KeptCompiler::compile(const HighLevelShader& shader, const Limits& limits) {
    if (process_ != nullptr &&
        (process_->memory != limits.memory || process_->asked == kMostShaders)) {
        forget();
    }
    const bool was_kept = process_ != nullptr;
    if (!was_kept) {
        process_ = std::make_unique<Process>();
        process_->memory = limits.memory;
        if (!start(process_->worker, inner_, limits.memory)) {
            process_.reset();
            return inner_.compile(shader); // without processes there is nothing to bound
        }
    }
    ++process_->asked;
    HighLevelResult result = ask(process_->worker, shader, most_time_);
    if (result.stop != HighLevelStop::nothing) {
        forget();
        // The process may have stopped for what other shaders have left in it.
        if (was_kept && result.stop != HighLevelStop::time) {
            return compile(shader, limits);
        }
    }
    return result;
}

void KeptCompiler::forget() {
    process_.reset();
}

bool serve_compiler(std::span<const std::string_view> words, const HighLevelCompiler* compiler) {
    if (words.size() != 2 || words[0] != kServeCompiler || compiler == nullptr ||
        compiler->identity() != words[1]) {
        return false;
    }
    return serve_as_worker([&](const BatchItem& item) {
        return answer_of(*compiler, unpack_shader(item.name), item.path);
    });
}

} // namespace jacquard::driver
