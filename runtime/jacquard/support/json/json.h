#pragma once

#include <jacquard/support/text/limits.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::json {

enum class Kind : std::uint8_t { missing, null, boolean, number, string, array, object };

class Document;

// A value of a document; small, passed by value, valid as long as its document.
//
// Asking for what is not there gives a value of kind `missing`, and asking for another kind than
// the value's gives the fallback, so that a reader can look deep and check once.
class Value {
  public:
    class Iterator;

    Value() = default;

    [[nodiscard]] Kind kind() const;
    [[nodiscard]] bool exists() const { return kind() != Kind::missing; }
    [[nodiscard]] bool is(Kind kind) const { return this->kind() == kind; }

    [[nodiscard]] bool boolean(bool fallback = false) const;
    [[nodiscard]] double number(double fallback = 0) const;
    // The number when it is an integer in the range of the type, else the fallback.
    [[nodiscard]] std::int64_t integer(std::int64_t fallback = 0) const;
    [[nodiscard]] std::string_view string(std::string_view fallback = {}) const;

    // Elements of an array or members of an object; 0 for everything else.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] Value operator[](std::string_view name) const;
    // Walks to the element; iterate to see all of them.
    [[nodiscard]] Value at(std::size_t index) const;
    // The name of a member met while iterating over an object.
    [[nodiscard]] std::string_view name() const;
    [[nodiscard]] SourcePosition position() const;

    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;

  private:
    friend class Document;
    Value(const Document* document, std::uint32_t node) : document_(document), node_(node) {}

    const Document* document_ = nullptr;
    std::uint32_t node_ = 0;
};

class Value::Iterator {
  public:
    Iterator(const Document* document, std::uint32_t node) : document_(document), node_(node) {}
    Value operator*() const { return {document_, node_}; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return node_ == other.node_; }

  private:
    const Document* document_;
    std::uint32_t node_;
};

struct ParseError {
    SourcePosition position;
    std::string message;
    std::optional<Limit> limit = {}; // when one was reached
};

// A parsed text: strict JSON (RFC 8259), UTF-8 checked, \udc80 to \udcff bytes of none, at most
// kMaxDepth deep, and no name twice among the first 64 members of one object.
class Document {
  public:
    static constexpr unsigned kMaxDepth = 128;

    // Returns no document on an error, which then is in `error`. The document keeps no reference to
    // `text`. Its values take no more than `limits.memory`.
    [[nodiscard]] static std::optional<Document> parse(std::string_view text, ParseError& error,
                                                       const Limits& limits = {});
    // The same, with the error, or the limit that was reached, reported: an error under `code`.
    [[nodiscard]] static std::optional<Document> parse(std::string_view text, std::string_view code,
                                                       Diagnostics& diagnostics,
                                                       const Limits& limits);

    [[nodiscard]] Value root() const { return {this, nodes_.empty() ? kNoNode : 0}; }

  private:
    friend class Value;
    friend class Value::Iterator;
    friend class Parser;

    static constexpr std::uint32_t kNoNode = 0xffffffff;

    struct Node {
        Kind kind = Kind::null;
        bool truth = false;
        bool is_integer = false;
        std::uint32_t next = kNoNode; // the element or member after this one
        std::uint32_t first = kNoNode;
        std::uint32_t count = 0;
        std::uint32_t offset = 0; // of its first byte in the text
        std::string_view name;
        std::string_view text;
        double number = 0;
        std::int64_t integer = 0;
    };

    [[nodiscard]] const Node* node(std::uint32_t index) const {
        return index < nodes_.size() ? &nodes_[index] : nullptr;
    }

    std::unique_ptr<char[]> text_; // escapes of strings are resolved in place
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> lines_; // offset of each line's first byte
};

// Appends JSON to a string, with commas where they belong. With an indentation of 0 everything
// stands in one line.
class Writer {
  public:
    explicit Writer(std::string& out, unsigned indentation = 0)
        : out_(out), indentation_(indentation) {}

    Writer& begin_object() { return begin('{'); }
    Writer& end_object() { return end('}'); }
    Writer& begin_array() { return begin('['); }
    Writer& end_array() { return end(']'); }
    // The name of the member whose value comes next.
    Writer& name(std::string_view name);

    Writer& string(std::string_view value);
    Writer& integer(std::int64_t value);
    Writer& boolean(bool value);
    Writer& null();
    // The shortest text that reads back as the same number; null where there is none.
    Writer& number(double value);

    Writer& member(std::string_view key, std::string_view value) { return name(key).string(value); }
    Writer& member(std::string_view key, std::int64_t value) { return name(key).integer(value); }

  private:
    Writer& begin(char bracket);
    Writer& end(char bracket);
    void before_value();
    void line_break();

    std::string& out_;
    unsigned indentation_;
    unsigned depth_ = 0;
    bool first_ = true;
    bool after_name_ = false;
};

// The text in quotes, with escapes; a byte b that is no UTF-8 becomes \udc00 + b, as in Python.
void append_quoted(std::string& out, std::string_view text);

} // namespace jacquard::json
