#include <jacquard/support/text/source_line.h>

namespace jacquard {

namespace {

// The same line, brought there by the same call; what the values are called does not matter.
bool is_same_place(const SourceLine& a, const SourceLine& b) {
    return a.is_same_line(b) && a.call == b.call;
}

} // namespace

void SourceContext::share(SourceLine& kept, const SourceLine& merged) {
    if (!kept.exists() || !merged.exists()) {
        return;
    }
    const auto add = [&](const SourceLine& line) {
        bool is_known = is_same_place(kept, line);
        std::uint32_t others = 0;
        for_each_sharer(kept, [&](const SourceLine& other) {
            is_known = is_known || is_same_place(other, line);
            ++others;
        });
        if (!is_known && others <= kMostSharers) {
            sharers.push_back({others < kMostSharers ? line : SourceLine(), kept.sharers});
            sharers.back().line.sharers = 0;
            kept.sharers = static_cast<std::uint32_t>(sharers.size());
        }
    };
    add(merged);
    for_each_sharer(SourceLine(merged), add);
}

} // namespace jacquard
