#pragma once

#include <algorithm>
#include <cstddef>

namespace jacquard::driver {

// Calls take_out(first, count) for ranges of a list of size() elements, large ones first, until no
// element can be taken out. take_out says whether it has; the list is then shorter. True when it
// ever has.
template <typename Size, typename TakeOut>
bool take_out_chunks(Size size, TakeOut take_out) {
    bool has_changed = false;
    for (std::size_t chunk = std::max<std::size_t>(size() / 2, 1); chunk > 0; chunk /= 2) {
        // From the end, where less depends on what goes.
        for (std::size_t end = size(); end > 0;) {
            const std::size_t first = end - std::min(chunk, end);
            if (take_out(first, end - first)) {
                has_changed = true;
            }
            end = std::min(first, size());
        }
    }
    return has_changed;
}

} // namespace jacquard::driver
