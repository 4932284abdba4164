#include <jacquard/support/json/json.h>
#include <jacquard/support/text/utf8.h>

#include <charconv>
#include <cmath>

namespace jacquard::json {

namespace {

// \u and four digits, of which the first two are given.
void append_escape(std::string& out, std::string_view start, unsigned char rest) {
    static constexpr char kHex[] = "0123456789abcdef";
    out += start;
    out += kHex[rest >> 4];
    out += kHex[rest & 15];
}

} // namespace

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    const char* at = text.data();
    const char* end = at + text.size();
    while (at != end) {
        const auto byte = static_cast<unsigned char>(*at);
        const unsigned length = utf8_length(at, end);
        if (byte == '"' || byte == '\\') {
            out += '\\';
            out += *at;
        } else if (byte == '\n') {
            out += "\\n";
        } else if (byte == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte == 0x7f) {
            append_escape(out, "\\u00", byte);
        } else if (length == 0) {
            append_escape(out, "\\udc", byte);
        } else if (length == 2 && byte == 0xc2 && static_cast<unsigned char>(at[1]) < 0xa0) {
            append_escape(out, "\\u00", static_cast<unsigned char>(at[1]));
        } else {
            out.append(at, length);
        }
        at += length == 0 ? 1 : length;
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
    if (value == 0 && std::signbit(value)) {
        out_ += ".0"; // "-0" is an integer, which has no sign
    }
    return *this;
}

} // namespace jacquard::json
