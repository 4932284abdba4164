#include <jacquard/support/json.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace jacquard::json {
namespace {

// Length of the UTF-8 sequence at `at`, 0 when it is malformed.
unsigned utf8_length(const char* at, const char* end) {
    const auto byte = [&](unsigned i) { return static_cast<unsigned char>(at[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    const unsigned length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || end - at < static_cast<std::ptrdiff_t>(length)) {
        return 0;
    }
    for (unsigned i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) {
            return 0;
        }
    }
    const unsigned second = byte(1);
    const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool surrogate = first == 0xed && second > 0x9f;
    const bool too_large = first == 0xf4 && second > 0x8f;
    return overlong || surrogate || too_large ? 0 : length;
}

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
    Parser(Document& document, std::size_t length, ParseError& error)
        : document_(document), begin_(document.text_.get()), at_(begin_), end_(begin_ + length),
          error_(error) {}

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
                    return fail("half of a surrogate pair stands alone");
                }
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            } else if (code >= 0xdc00 && code < 0xe000) {
                return fail("half of a surrogate pair stands alone");
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
        while (at_ != end_ && *at_ >= '0' && *at_ <= '9') {
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
};

std::optional<Document> Document::parse(std::string_view text, ParseError& error) {
    std::optional<Document> document(std::in_place);
    if (text.size() >= kNoNode) {
        error = {{}, "the text is too long"};
        return std::nullopt;
    }
    document->text_ = std::make_unique<char[]>(text.size() + 1);
    std::copy(text.begin(), text.end(), document->text_.get());
    if (!Parser(*document, text.size(), error).run()) {
        return std::nullopt;
    }
    return document;
}

Kind Value::kind() const {
    const auto* node = document_ ? document_->node(node_) : nullptr;
    return node ? node->kind : Kind::missing;
}

bool Value::boolean(bool fallback) const {
    return is(Kind::boolean) ? document_->node(node_)->truth : fallback;
}

double Value::number(double fallback) const {
    return is(Kind::number) ? document_->node(node_)->number : fallback;
}

std::int64_t Value::integer(std::int64_t fallback) const {
    const bool fits = is(Kind::number) && document_->node(node_)->is_integer;
    return fits ? document_->node(node_)->integer : fallback;
}

std::string_view Value::string(std::string_view fallback) const {
    return is(Kind::string) ? document_->node(node_)->text : fallback;
}

std::size_t Value::size() const {
    return exists() ? document_->node(node_)->count : 0;
}

Value Value::operator[](std::string_view name) const {
    if (is(Kind::object)) {
        for (const Value member : *this) {
            if (member.name() == name) {
                return member;
            }
        }
    }
    return {};
}

Value Value::at(std::size_t index) const {
    for (const Value item : *this) {
        if (index-- == 0) {
            return item;
        }
    }
    return {};
}

std::string_view Value::name() const {
    return exists() ? document_->node(node_)->name : std::string_view();
}

SourcePosition Value::position() const {
    if (!exists()) {
        return {};
    }
    const auto& lines = document_->lines_;
    const std::uint32_t offset = document_->node(node_)->offset;
    const auto line = std::upper_bound(lines.begin(), lines.end(), offset);
    return {static_cast<std::uint32_t>(line - lines.begin()), offset - *(line - 1) + 1};
}

Value::Iterator Value::begin() const {
    const bool has_items = is(Kind::array) || is(Kind::object);
    return {document_, has_items ? document_->node(node_)->first : Document::kNoNode};
}

Value::Iterator Value::end() const {
    return {document_, Document::kNoNode};
}

Value::Iterator& Value::Iterator::operator++() {
    node_ = document_->node(node_)->next;
    return *this;
}

void append_quoted(std::string& out, std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    out += '"';
    const char* at = text.data();
    const char* end = at + text.size();
    while (at != end) {
        const auto byte = static_cast<unsigned char>(*at);
        if (byte == '"' || byte == '\\') {
            out += '\\';
            out += *at++;
        } else if (byte == '\n') {
            out += "\\n";
            ++at;
        } else if (byte == '\t') {
            out += "\\t";
            ++at;
        } else if (byte < 0x20) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
            ++at;
        } else if (const unsigned length = utf8_length(at, end)) {
            out.append(at, length);
            at += length;
        } else {
            out += "\xef\xbf\xbd";
            ++at;
        }
    }
    out += '"';
}

void Writer::line_break() {
    if (indentation_ != 0) {
        out_ += '\n';
        out_.append(std::size_t{depth_} * indentation_, ' ');
    }
}

void Writer::before_value() {
    if (after_name_) {
        after_name_ = false;
        return;
    }
    if (!first_) {
        out_ += ',';
        if (indentation_ == 0) {
            out_ += ' ';
        }
    }
    first_ = false;
    if (depth_ != 0) {
        line_break();
    }
}

Writer& Writer::begin(char bracket) {
    before_value();
    out_ += bracket;
    ++depth_;
    first_ = true;
    return *this;
}

Writer& Writer::end(char bracket) {
    --depth_;
    if (!first_) {
        line_break();
    }
    out_ += bracket;
    first_ = false;
    return *this;
}

Writer& Writer::name(std::string_view name) {
    before_value();
    append_quoted(out_, name);
    out_ += ": ";
    after_name_ = true;
    return *this;
}

Writer& Writer::string(std::string_view value) {
    before_value();
    append_quoted(out_, value);
    return *this;
}

Writer& Writer::integer(std::int64_t value) {
    before_value();
    char text[24];
    const auto result = std::to_chars(text, text + sizeof text, value);
    out_.append(text, result.ptr);
    return *this;
}

Writer& Writer::boolean(bool value) {
    before_value();
    out_ += value ? "true" : "false";
    return *this;
}

Writer& Writer::null() {
    before_value();
    out_ += "null";
    return *this;
}

Writer& Writer::number(double value) {
    if (!std::isfinite(value)) {
        return null();
    }
    before_value();
    char text[32];
    const auto result = std::to_chars(text, text + sizeof text, value);
    out_.append(text, result.ptr);
    return *this;
}

} // namespace jacquard::json
