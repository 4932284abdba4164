#include <jacquard/support/json/json.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/support/text/utf8.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace jacquard::json {
namespace {

char* put_utf8(char* out, unsigned code) {
    const auto put = [&](unsigned byte) { *out++ = static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | code >> 6);
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    } else {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3f));
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    }
    return out;
}

} // namespace

class Parser {
  public:
    Parser(Document& document, std::size_t length, ParseError& error, const Limits& limits)
        : document_(document), begin_(document.text_.get()), at_(begin_), end_(begin_ + length),
          error_(error), limits_(limits), most_nodes_(most_of<Document::Node>(limits)),
          most_lines_(most_of<std::uint32_t>(limits)) {}

    bool run() {
        document_.lines_.push_back(0);
        skip_space();
        if (!value(0)) {
            return false;
        }
        skip_space();
        return at_ == end_ || fail("nothing may follow the value");
    }

  private:
    // A list that grows holds up to three times what it needs, the old one beside the new.
    template <typename T>
    static std::uint64_t most_of(const Limits& limits) {
        return limits.memory / (2 * 3 * sizeof(T));
    }

    bool reach(Limit limit) {
        error_.limit = limit;
        return fail(limit_message(limit, limits_));
    }

    bool fail(std::string message) {
        const auto offset = static_cast<std::uint32_t>(at_ - begin_);
        error_.position.line = static_cast<std::uint32_t>(document_.lines_.size());
        error_.position.column = offset - document_.lines_.back() + 1;
        error_.message = std::move(message);
        return false;
    }

    void skip_space() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) {
            if (*at_++ == '\n') {
                document_.lines_.push_back(static_cast<std::uint32_t>(at_ - begin_));
            }
        }
    }

    bool accept(char character) {
        if (at_ == end_ || *at_ != character) {
            return false;
        }
        ++at_;
        return true;
    }

    bool word(std::string_view text) {
        if (static_cast<std::size_t>(end_ - at_) < text.size() ||
            std::memcmp(at_, text.data(), text.size()) != 0) {
            return fail("a value is expected here");
        }
        at_ += text.size();
        return true;
    }

    bool value(unsigned depth) {
        if (at_ == end_) {
            return fail("the text ends where a value is expected");
        }
        const auto index = static_cast<std::uint32_t>(document_.nodes_.size());
        if (index >= most_nodes_ || document_.lines_.size() >= most_lines_) {
            return reach(Limit::memory);
        }
        Document::Node& node = document_.nodes_.emplace_back();
        node.offset = static_cast<std::uint32_t>(at_ - begin_);
        switch (*at_) {
        case '{': return container(index, depth, Kind::object, '}');
        case '[': return container(index, depth, Kind::array, ']');
        case '"': node.kind = Kind::string; return string(node.text);
        case 't': node.truth = true; [[fallthrough]];
        case 'f': node.kind = Kind::boolean; return word(node.truth ? "true" : "false");
        case 'n': return word("null");
        default: return number(node);
        }
    }

    bool container(std::uint32_t index, unsigned depth, Kind kind, char closing) {
        if (depth == Document::kMaxDepth) {
            return fail("nested too deeply");
        }
        document_.nodes_[index].kind = kind;
        ++at_;
        skip_space();
        if (accept(closing)) {
            return true;
        }
        std::uint32_t last = Document::kNoNode;
        for (;;) {
            std::string_view name;
            if (kind == Kind::object && !member_name(index, name)) {
                return false;
            }
            const auto item = static_cast<std::uint32_t>(document_.nodes_.size());
            if (!value(depth + 1)) {
                return false;
            }
            document_.nodes_[item].name = name;
            (last == Document::kNoNode ? document_.nodes_[index].first
                                       : document_.nodes_[last].next) = item;
            last = item;
            ++document_.nodes_[index].count;
            skip_space();
            if (accept(closing)) {
                return true;
            }
            if (!accept(',')) {
                return fail(kind == Kind::object ? "',' or '}' is expected here"
                                                 : "',' or ']' is expected here");
            }
            skip_space();
        }
    }

    bool member_name(std::uint32_t object, std::string_view& name) {
        if (at_ == end_ || *at_ != '"') {
            return fail("a name in quotes is expected here");
        }
        const char* start = at_;
        if (!string(name)) {
            return false;
        }
        if (has_member(object, name)) {
            at_ = const_cast<char*>(start);
            return fail("the name '" + std::string(name) + "' is given twice");
        }
        skip_space();
        if (!accept(':')) {
            return fail("':' is expected here");
        }
        skip_space();
        return true;
    }

    bool has_member(std::uint32_t object, std::string_view name) const {
        std::uint32_t item = document_.nodes_[object].first;
        // Bounded, so that a hostile text cannot make this quadratic.
        for (unsigned i = 0; item != Document::kNoNode && i < 64; ++i) {
            if (document_.nodes_[item].name == name) {
                return true;
            }
            item = document_.nodes_[item].next;
        }
        return false;
    }

    bool string(std::string_view& result) {
        char* out = ++at_;
        const char* start = out;
        for (;;) {
            if (at_ == end_) {
                return fail("the text ends inside a string");
            }
            const auto byte = static_cast<unsigned char>(*at_);
            if (byte == '"') {
                ++at_;
                result = {start, static_cast<std::size_t>(out - start)};
                return true;
            }
            if (byte < 0x20) {
                return fail("a control character in a string must be escaped");
            }
            if (byte == '\\') {
                if (!escape(out)) {
                    return false;
                }
                continue;
            }
            const unsigned length = utf8_length(at_, end_);
            if (length == 0) {
                return fail("the string is not UTF-8");
            }
            std::memmove(out, at_, length);
            out += length;
            at_ += length;
        }
    }

    bool escape(char*& out) {
        static constexpr std::string_view kNames = "\"\\/bfnrt";
        static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        const char kind = end_ - at_ < 2 ? '\0' : at_[1];
        if (kind == 'u') {
            unsigned code = 0;
            if (!hex_escape(code)) {
                return false;
            }
            if (code >= 0xd800 && code < 0xdc00) {
                unsigned low = 0;
                if (end_ - at_ < 2 || at_[0] != '\\' || at_[1] != 'u' || !hex_escape(low) ||
                    low < 0xdc00 || low > 0xdfff) {
                    return fail("half of a surrogate pair is alone");
                }
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            } else if (code >= 0xdc80 && code < 0xdd00) {
                // A byte of a text that is no UTF-8; others write names of files so, too.
                *out++ = static_cast<char>(code & 0xff);
                return true;
            } else if (code >= 0xdc00 && code < 0xe000) {
                return fail("half of a surrogate pair is alone");
            }
            out = put_utf8(out, code);
            return true;
        }
        const std::size_t which = kNames.find(kind);
        if (kind == '\0' || which == std::string_view::npos) {
            return fail("unknown escape in a string");
        }
        *out++ = kMeanings[which];
        at_ += 2;
        return true;
    }

    bool hex_escape(unsigned& code) {
        if (end_ - at_ < 6) {
            return fail("four hexadecimal digits are expected after \\u");
        }
        const auto result = std::from_chars(at_ + 2, at_ + 6, code, 16);
        if (result.ec != std::errc() || result.ptr != at_ + 6) {
            return fail("four hexadecimal digits are expected after \\u");
        }
        at_ += 6;
        return true;
    }

    bool digits() {
        const char* start = at_;
        while (at_ != end_ && is_digit(*at_)) {
            ++at_;
        }
        return at_ != start;
    }

    bool number(Document::Node& node) {
        char* start = at_;
        (void)accept('-');
        const char* whole = at_;
        if (!digits()) {
            at_ = start;
            return fail("a value is expected here");
        }
        if (*whole == '0' && at_ - whole > 1) {
            at_ = start;
            return fail("a number must not start with 0");
        }
        bool is_integer = true;
        if (accept('.')) {
            is_integer = false;
            if (!digits()) {
                return fail("a digit is expected here");
            }
        }
        if (accept('e') || accept('E')) {
            is_integer = false;
            (void)(accept('+') || accept('-'));
            if (!digits()) {
                return fail("a digit is expected here");
            }
        }
        node.kind = Kind::number;
        const auto read = std::from_chars(start, at_, node.number);
        if (read.ec == std::errc::result_out_of_range) {
            at_ = start;
            return fail("the number is out of range");
        }
        node.is_integer = is_integer && std::from_chars(start, at_, node.integer).ec == std::errc();
        return true;
    }

    Document& document_;
    char* begin_;
    char* at_;
    char* end_;
    ParseError& error_;
    const Limits& limits_;
    std::uint64_t most_nodes_;
    std::uint64_t most_lines_;
};

std::optional<Document> Document::parse(std::string_view text, ParseError& error,
                                        const Limits& limits) {
    std::optional<Document> document(std::in_place);
    if (text.size() > limits.input_bytes || text.size() >= kNoNode) {
        error = {{}, limit_message(Limit::input_bytes, limits), Limit::input_bytes};
        return std::nullopt;
    }
    document->text_ = std::make_unique<char[]>(text.size() + 1);
    std::copy(text.begin(), text.end(), document->text_.get());
    if (!Parser(*document, text.size(), error, limits).run()) {
        return std::nullopt;
    }
    return document;
}

std::optional<Document> Document::parse(std::string_view text, std::string_view code,
                                        Diagnostics& diagnostics, const Limits& limits) {
    ParseError error;
    std::optional<Document> document = parse(text, error, limits);
    if (!document && error.limit) {
        report_limit(diagnostics, error.position, *error.limit, limits);
    } else if (!document) {
        diagnostics.error(code, error.position, std::move(error.message));
    }
    return document;
}

} // namespace jacquard::json
