#pragma once

#include <jacquard/driver/tool/view/forms.h>
#include <jacquard/driver/tool/view/word_data.h>

#include <span>
#include <string>

namespace jacquard::driver::view {

// Everything that a page shows of a shader with a report, as one JSON value. Of forms that would
// make it too large, some in the middle are left out.
[[nodiscard]] std::string page_data(const CostedShader& shader, std::vector<Column> columns,
                                    PictureLayout layout);

// A page of HTML that needs nothing else. No text of the shader is HTML in it: it is data.
[[nodiscard]] std::string page_of(std::string_view data);

} // namespace jacquard::driver::view
