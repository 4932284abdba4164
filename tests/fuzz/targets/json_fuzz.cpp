// Any text is read as JSON or refused with a place in it, and a good one, written again in one line
// or many, is the same.
#include <jacquard/support/json/json.h>

#include "fuzzing.h"

#include <cmath>

using namespace jacquard;
using namespace jacquard::fuzzing;

namespace {

void write(json::Value value, json::Writer& out) {
    switch (value.kind()) {
    case json::Kind::missing:
    case json::Kind::null: out.null(); break;
    case json::Kind::boolean: out.boolean(value.boolean()); break;
    case json::Kind::number:
        // A number beyond the integers is one with a fraction or exponent.
        if (value.integer(1) == value.integer(2)) {
            out.integer(value.integer());
        } else {
            out.number(value.number());
        }
        break;
    case json::Kind::string: out.string(value.string()); break;
    case json::Kind::array:
        out.begin_array();
        for (const json::Value element : value) {
            write(element, out);
        }
        out.end_array();
        break;
    case json::Kind::object:
        out.begin_object();
        for (const json::Value member : value) {
            write(member, out.name(member.name()));
        }
        out.end_object();
        break;
    }
}

std::string written(json::Value root, unsigned indentation) {
    std::string text;
    json::Writer out(text, indentation);
    write(root, out);
    return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    json::ParseError error;
    const auto document = json::Document::parse(text, error, kSmall);
    if (!document) {
        demand(!error.message.empty(), "refused without a reason");
        // A line is at most one more than there are line ends, a column one behind the last letter.
        demand(error.position.line <= size + 1 && error.position.column <= size + 1,
               "refused at a place that is not there");
        return 0;
    }
    for (const unsigned indentation : {0U, 2U}) {
        const std::string again = written(document->root(), indentation);
        const auto reread = json::Document::parse(again, error, kSmall);
        if (!reread && error.limit) {
            continue; // indented, it may be longer than the limit
        }
        demand(reread.has_value(), error.message + '\n' + again);
        demand(written(reread->root(), indentation) == again, again);
        demand(document->root().size() == reread->root().size(), again);
    }
    return 0;
}
