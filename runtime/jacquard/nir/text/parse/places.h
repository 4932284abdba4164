#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace jacquard::nir {

// Keeps where the text says what objects are: instructions, ifs, variables, functions and types,
// known by their addresses. The validator finds what the grammar cannot say, and knows only
// objects.
class Places {
  public:
    void add(const void* object, SourcePosition position) {
        places_.push_back({object, position});
        is_sorted_ = false;
    }

    // Returns the first place of an object; no line if it is not of the text.
    [[nodiscard]] SourcePosition of(const void* object) {
        if (!is_sorted_) {
            std::stable_sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
                return std::less<>()(a.object, b.object);
            });
            is_sorted_ = true;
        }
        const auto found = std::lower_bound(
            places_.begin(), places_.end(), object,
            [](const Place& a, const void* wanted) { return std::less<>()(a.object, wanted); });
        const bool is_known = found != places_.end() && found->object == object;
        return is_known ? found->position : SourcePosition{};
    }

  private:
    struct Place {
        const void* object;
        SourcePosition position;
    };

    std::vector<Place> places_; // as they were read, until one is looked for
    bool is_sorted_ = true;
};

} // namespace jacquard::nir
