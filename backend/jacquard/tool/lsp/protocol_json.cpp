#include <jacquard/tool/lsp/protocol_json.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace jacquard::driver::lsp {

namespace {

std::uint32_t read_count(json::Value value) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::uint32_t>(std::clamp(value.integer(), std::int64_t{0}, kMost));
}

} // namespace

TextPosition read_position(json::Value value) {
    return {read_count(value["line"]), read_count(value["character"])};
}

TextRange read_range(json::Value value) {
    return {read_position(value["start"]), read_position(value["end"])};
}

void append_position(json::Writer& json, std::string_view name, TextPosition position) {
    json.name(name).begin_object().member("line", position.line);
    json.member("character", position.character).end_object();
}

void append_range(json::Writer& json, std::string_view name, TextRange range) {
    json.name(name).begin_object();
    append_position(json, "start", range.start);
    append_position(json, "end", range.end);
    json.end_object();
}

} // namespace jacquard::driver::lsp
