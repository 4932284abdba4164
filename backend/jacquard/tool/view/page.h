#pragma once

#include <jacquard/tool/view/forms.h>
#include <jacquard/tool/view/word_data.h>

#include <span>
#include <string>

namespace jacquard::driver::view {

// The forms of a shader and what passes changed between them.
struct PageForms {
    std::vector<Column> columns;
    const FormChanges* changes = nullptr;
};

// Everything that a page shows of a shader with a report, as one JSON value in which nothing could
// end an element of HTML. The page takes about `most_page_bytes`: where there is more, forms in the
// middle are left out, then the ends of long texts and of the program, then the pictures that are
// laid out; the figures say what.
[[nodiscard]] std::string page_data(const CostedShader& shader, PageForms forms,
                                    PictureLayout layout, std::uint64_t most_page_bytes);

// A page of HTML that needs nothing else, of such data. No text of the shader is HTML in it.
[[nodiscard]] std::string page_of(std::string_view data);

} // namespace jacquard::driver::view
