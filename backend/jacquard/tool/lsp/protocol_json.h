#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/lsp/text_document.h>

#include <string_view>

// Values of the protocol that many messages have.
namespace jacquard::driver::lsp {

// Numbers that are missing, negative or too large are the nearest ones that a position may have.
[[nodiscard]] TextPosition read_position(json::Value value);
[[nodiscard]] TextRange read_range(json::Value value);

void append_position(json::Writer& json, std::string_view name, TextPosition position);
void append_range(json::Writer& json, std::string_view name, TextRange range);

} // namespace jacquard::driver::lsp
