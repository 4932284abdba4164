#pragma once

#include <string>
#include <string_view>

namespace jacquard::driver {

// Appends a cell to a row of CSV (RFC 4180), with a comma before it unless it is the first; in
// quotes where it holds a comma, a quote or a line end. An empty first cell needs a second one.
inline void append_cell(std::string& row, std::string_view text) {
    if (!row.empty()) {
        row += ',';
    }
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        row += text;
        return;
    }
    row += '"';
    for (const char c : text) {
        row.append(c == '"' ? 2 : 1, c);
    }
    row += '"';
}

} // namespace jacquard::driver
