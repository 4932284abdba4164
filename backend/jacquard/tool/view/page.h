#pragma once

#include <jacquard/tool/view/forms.h>
#include <jacquard/tool/view/word_data.h>

#include <span>
#include <string>

namespace jacquard::driver::view {

// Everything that a page shows of a shader with a report, as one JSON value of about `most_bytes`.
// Where there is more, forms in the middle are left out, then the ends of long texts and of the
// program, then the pictures that are laid out; the figures say what.
[[nodiscard]] std::string page_data(const CostedShader& shader, std::vector<Column> columns,
                                    PictureLayout layout, std::uint64_t most_bytes);

// A page of HTML that needs nothing else. No text of the shader is HTML in it: it is data.
[[nodiscard]] std::string page_of(std::string_view data);

} // namespace jacquard::driver::view
