#include <jacquard/tool/shaders/text_difference.h>

#include "expectation.h"

#include <algorithm>

namespace jacquard::texts {

std::optional<Mismatch> compare(const Lines& expected, const Lines& found) {
    if (expected == found) {
        return std::nullopt;
    }
    Mismatch mismatch;
    const auto first =
        std::mismatch(expected.begin(), expected.end(), found.begin(), found.end()).first;
    mismatch.line = static_cast<std::size_t>(first - expected.begin());
    for (const std::string& line :
         lines_of(driver::text_difference(joined(expected), joined(found)))) {
        mismatch.report += "  " + line + '\n';
    }
    return mismatch;
}

} // namespace jacquard::texts
