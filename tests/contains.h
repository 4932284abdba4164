#pragma once

#include <string_view>

// Returns true if a text that a test was answered has this in it.
inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}
