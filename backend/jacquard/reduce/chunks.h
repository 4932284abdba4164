#pragma once

#include <jacquard/reduce/trials.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

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

// The same in the same order, with several ranges tried at once. make(first, count) gives a
// candidate, whose member `text` is tried (an empty one is none); accept() takes the first that
// holds, and the list is then shorter.
template <typename Size, typename Make, typename Accept>
bool take_out_chunks(const Trials& trials, Size size, Make make, Accept accept) {
    using Candidate = decltype(make(std::size_t{}, std::size_t{}));
    bool has_changed = false;
    for (std::size_t chunk = std::max<std::size_t>(size() / 2, 1); chunk > 0; chunk /= 2) {
        for (std::size_t end = size(); end > 0;) {
            std::vector<Candidate> candidates;
            std::vector<std::string> texts;
            std::vector<std::size_t> firsts;
            while (end > 0 && texts.size() < trials.width()) {
                const std::size_t first = end - std::min(chunk, end);
                Candidate candidate = make(first, end - first);
                end = first;
                if (!candidate.text.empty()) {
                    texts.push_back(candidate.text);
                    candidates.push_back(std::move(candidate));
                    firsts.push_back(first);
                }
            }
            const std::size_t found = trials.first(texts);
            if (found < texts.size()) {
                accept(std::move(candidates[found]));
                has_changed = true;
                end = std::min(firsts[found], size());
            }
        }
    }
    return has_changed;
}

} // namespace jacquard::driver
