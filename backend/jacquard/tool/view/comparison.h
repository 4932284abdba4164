#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>

#include <string>
#include <string_view>

namespace jacquard::driver::view {

// A version of a shader, with a report.
struct ComparedShader {
    CostedShader shader;
    std::string_view language; // as columns have it
};

// A page that shows two versions side by side: their figures with what became better and worse, and
// the differences of source and code. Both are for the same part.
[[nodiscard]] std::string comparison_page(const ComparedShader& before,
                                          const ComparedShader& after);

} // namespace jacquard::driver::view
