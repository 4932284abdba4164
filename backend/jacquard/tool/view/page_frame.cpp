#include <jacquard/tool/view/page_frame.h>

namespace jacquard::driver::view {

namespace {

void replace(std::string& text, std::string_view mark, std::string_view by) {
    text.replace(text.find(mark), mark.size(), by);
}

std::string joined(std::span<const std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) {
        text += part;
    }
    return text;
}

} // namespace

std::string joined_page(const PageParts& parts) {
    std::string page(parts.frame);
    replace(page, "/*style*/", joined(parts.styles));
    replace(page, "/*script*/", joined(parts.scripts));
    replace(page, "/*data*/", parts.data); // last: what it holds is no mark
    return page;
}

// Inside a script element only "<" could end it; in JSON it stands in strings alone.
std::string safe_in_script(std::string_view json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char character : json) {
        if (character == '<') {
            safe += "\\u003c";
        } else {
            safe += character;
        }
    }
    return safe;
}

} // namespace jacquard::driver::view
