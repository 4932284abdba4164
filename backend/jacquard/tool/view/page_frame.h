#pragma once

#include <span>
#include <string>
#include <string_view>

namespace jacquard::driver::view {

// The parts of a page of HTML that needs nothing else.
struct PageParts {
    std::string_view frame; // with the marks /*style*/, /*script*/ and /*data*/
    std::span<const std::string_view> styles;
    std::span<const std::string_view> scripts;
    std::string_view data; // as safe_in_script() makes it: no text of a shader is HTML
};

[[nodiscard]] std::string joined_page(const PageParts& parts);

// JSON in which nothing could end an element of HTML.
[[nodiscard]] std::string safe_in_script(std::string_view json);

} // namespace jacquard::driver::view
