#include <jacquard/library/facade/variant_entry.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/text/letters.h>

#include <cstring>
#include <type_traits>
#include <vector>

// An entry is a list of fields, each with its length in front. Whether it is whole and unchanged is
// the cache's to see; that it was written by another build, the key's.
namespace jacquard::driver {

namespace {

class Writer {
  public:
    Writer& field(std::string_view bytes) {
        text_ += std::to_string(bytes.size());
        text_ += ':';
        text_ += bytes;
        return *this;
    }

    template <typename Value>
    Writer& values(const Value* first, std::size_t count) {
        static_assert(std::is_trivially_copyable_v<Value>);
        return field({reinterpret_cast<const char*>(first), count * sizeof(Value)});
    }

    [[nodiscard]] std::string text() && { return std::move(text_); }

  private:
    std::string text_;
};

class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    // Empty, and not good any more, where there is no field.
    std::string_view field() {
        std::size_t length = 0;
        std::size_t at = 0;
        for (; at < rest_.size() && is_digit(rest_[at]); ++at) {
            length = length * 10 + static_cast<std::size_t>(rest_[at] - '0');
            if (length > rest_.size()) {
                return fail();
            }
        }
        if (at == 0 || at == rest_.size() || rest_[at] != ':' || rest_.size() - at - 1 < length) {
            return fail();
        }
        const std::string_view bytes = rest_.substr(at + 1, length);
        rest_.remove_prefix(at + 1 + length);
        return bytes;
    }

    template <typename Value>
    std::vector<Value> values() {
        static_assert(std::is_trivially_copyable_v<Value>);
        const std::string_view bytes = field();
        if (bytes.size() % sizeof(Value) != 0) {
            fail();
            return {};
        }
        std::vector<Value> made(bytes.size() / sizeof(Value));
        if (!made.empty()) {
            std::memcpy(made.data(), bytes.data(), bytes.size());
        }
        return made;
    }

    template <typename Value>
    Value value() {
        const std::vector<Value> made = values<Value>();
        if (made.size() != 1) {
            fail();
            return {};
        }
        return made[0];
    }

    [[nodiscard]] bool is_good() const { return good_; }
    [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

  private:
    std::string_view fail() {
        good_ = false;
        rest_ = {};
        return {};
    }

    std::string_view rest_;
    bool good_ = true;
};

void write_source_context(Writer& out, const SourceContext& context) {
    const std::size_t names = context.value_names.size();
    out.values(&names, 1);
    for (const std::string& name : context.value_names) {
        out.field(name);
    }
    const std::size_t calls = context.calls.size();
    out.values(&calls, 1);
    for (const CallSite& call : context.calls) {
        out.values(&call.at, 1);
        out.field(call.function);
    }
    out.values(context.sharers.data(), context.sharers.size());
}

SourceContext read_source_context(Reader& in) {
    SourceContext context;
    for (auto left = in.value<std::size_t>(); left != 0 && in.is_good(); --left) {
        context.value_names.emplace_back(in.field());
    }
    for (auto left = in.value<std::size_t>(); left != 0 && in.is_good(); --left) {
        CallSite& call = context.calls.emplace_back();
        call.at = in.value<SourceLine>();
        call.function = in.field();
    }
    context.sharers = in.values<LineSharer>();
    return context;
}

// Strides and loops as numbers without gaps between them, so that equal entries are equal bytes.
void write_patterns(Writer& out, const ir3::Program& program) {
    std::vector<std::uint32_t> numbers;
    for (const ir3::LaneStride& stride : program.lane_strides) {
        numbers.push_back(static_cast<std::uint32_t>(stride.kind));
        numbers.push_back(static_cast<std::uint32_t>(stride.bytes));
    }
    out.values(numbers.data(), numbers.size());
    numbers.clear();
    for (const ir3::ProgramLoop& loop : program.loops) {
        numbers.insert(numbers.end(), {loop.first_word, loop.rounds, loop.is_exact ? 1U : 0U});
    }
    out.values(numbers.data(), numbers.size());
}

void read_patterns(Reader& in, ir3::Program& program) {
    const std::vector<std::uint32_t> strides = in.values<std::uint32_t>();
    for (std::size_t i = 0; i + 1 < strides.size(); i += 2) {
        program.lane_strides.push_back({static_cast<ir3::LaneStride::Kind>(strides[i]),
                                        static_cast<std::int32_t>(strides[i + 1])});
    }
    const std::vector<std::uint32_t> loops = in.values<std::uint32_t>();
    for (std::size_t i = 0; i + 2 < loops.size(); i += 3) {
        program.loops.push_back({loops[i], loops[i + 1], loops[i + 2] != 0});
    }
}

void write_program(Writer& out, const ir3::Program& program) {
    out.field(write_program_header(program));
    out.values(program.words.data(), program.words.size());
    out.values(program.lines.data(), program.lines.size());
    const std::size_t files = program.source_files.size();
    out.values(&files, 1);
    for (const std::string& file : program.source_files) {
        out.field(file);
    }
    out.values(program.prefetch_lines.data(), program.prefetch_lines.size());
    write_patterns(out, program);
    write_source_context(out, program.source_context);
    out.values(&program.statistics, 1);
}

bool read_program(Reader& in, ir3::Program& program) {
    const std::string_view header = in.field();
    Diagnostics diagnostics("", header);
    std::optional<ir3::Program> read = read_program_header(header, diagnostics);
    if (!read) {
        return false;
    }
    program = std::move(*read);
    program.words = in.values<std::uint64_t>();
    program.lines = in.values<SourceLine>();
    for (auto left = in.value<std::size_t>(); left != 0 && in.is_good(); --left) {
        program.source_files.emplace_back(in.field());
    }
    program.prefetch_lines = in.values<SourceLine>();
    read_patterns(in, program);
    program.source_context = read_source_context(in);
    program.statistics = in.value<ir3::ProgramStatistics>();
    return in.is_good();
}

} // namespace

std::string write_variant(const Variant& variant) {
    Writer out;
    out.values(&variant.result.status, 1);
    out.field(variant.result.reason).field(variant.messages);
    if (variant.result.status == CompileStatus::compiled) {
        write_program(out, variant.result.program);
    }
    return std::move(out).text();
}

std::optional<Variant> read_variant(std::string_view text, const VariantKey& key) {
    Reader in(text);
    Variant variant;
    variant.key = key;
    variant.result.status = in.value<CompileStatus>();
    variant.result.reason = in.field();
    variant.messages = in.field();
    if (variant.result.status == CompileStatus::compiled &&
        !read_program(in, variant.result.program)) {
        return std::nullopt;
    }
    return in.is_good() && in.is_at_end() ? std::optional(std::move(variant)) : std::nullopt;
}

} // namespace jacquard::driver
