#include <jacquard/tool/manual/completion.h>

#include <algorithm>
#include <array>

namespace jacquard::driver {

bool names_file(std::string_view value_name) {
    constexpr std::array<std::string_view, 6> kParts = {"FILE", "DIR",   "OUT",
                                                        "CASE", ".json", ".png"};
    return value_name == "H" || std::any_of(kParts.begin(), kParts.end(), [&](auto part) {
               return value_name.find(part) != std::string_view::npos;
           });
}

std::string joined(WordList words) {
    std::string text;
    if (words != nullptr) {
        for (const std::string& word : words()) {
            text += (text.empty() ? "" : " ") + word;
        }
    }
    return text;
}

} // namespace jacquard::driver
