#pragma once

#include <cstddef>
#include <string>

namespace jacquard {

// "quads, triangles or isolines": the words of an array, `last` before the last of several.
template <typename Words>
[[nodiscard]] std::string listed(const Words& words, const char* last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += i == 0 ? "" : i + 1 == words.size() ? last : ", ";
        text += words[i];
    }
    return text;
}

} // namespace jacquard
