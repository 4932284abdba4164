#include <jacquard/ir3/compiler/laying_order.h>

#include <algorithm>
#include <iterator>

namespace jacquard::ir3 {

LayingOrder::LayingOrder(const RegisterItems& items) : items_(items) {
    sort_by_start();
}

std::span<const Turn> LayingOrder::turns(Kind kind) {
    if (kind == Kind::by_start) {
        return by_start_;
    }
    if (turns_.empty() || kind_ != kind) {
        kind_ = kind;
        turns_.clear();
        if (kind == Kind::longest_first) {
            put_longest_first();
        } else {
            put_halves_first();
        }
    }
    return turns_;
}

// Where nothing lives, behind everything.
inline std::uint32_t LayingOrder::start_of(const RegisterItem& item) const {
    return std::min(item.start, items_.num_positions());
}

inline Turn LayingOrder::turn_of(std::uint32_t number) const {
    const RegisterItem& item = items_.items()[number];
    const std::span<const RegisterLife> lives = items_.lives_of(item.first_slot);
    Turn turn;
    turn.item = number;
    turn.half = item.half;
    turn.goes_forward = !item.at_zero;
    turn.is_single = !item.at_zero && item.length == 1 && lives.size() == 1;
    turn.life = {start_of(item), turn.is_single ? lives.front().last : 0};
    return turn;
}

// What must stand at zero comes first; of those that begin together, the longest.
void LayingOrder::sort_by_start() {
    const std::span<const RegisterItem> items = items_.items();
    const auto place_of = [this](const RegisterItem& item) {
        return item.at_zero ? 0 : start_of(item) + std::size_t{1};
    };
    // Few begin at one place, so little is left to sort when they are counted by that.
    std::vector<std::uint32_t> ends(items_.num_positions() + std::size_t{3}, 0);
    std::vector<std::size_t> places_of_long;
    for (const RegisterItem& item : items) {
        if (item.whole == RegisterItem::kNone) {
            const std::size_t place = place_of(item);
            ++ends[place + 1];
            if (item.length > 1) {
                places_of_long.push_back(place);
            }
        }
    }
    for (std::size_t place = 1; place < ends.size(); ++place) {
        ends[place] += ends[place - 1];
    }
    by_start_.resize(ends.back());
    for (std::uint32_t i = 0; i < items.size(); ++i) {
        if (items[i].whole == RegisterItem::kNone) {
            by_start_[ends[place_of(items[i])]++] = turn_of(i);
        }
    }
    std::sort(places_of_long.begin(), places_of_long.end());
    places_of_long.erase(std::unique(places_of_long.begin(), places_of_long.end()),
                         places_of_long.end()); // many may begin at one place
    for (const std::size_t place : places_of_long) {
        const std::uint32_t begin = place == 0 ? 0 : ends[place - 1];
        sort_by_length(std::span(by_start_).subspan(begin, ends[place] - begin));
    }
    std::stable_sort(by_start_.begin(), by_start_.begin() + ends.front(),
                     [](const Turn& a, const Turn& b) { return a.life.first < b.life.first; });
}

// Of equal length in the order in which they stand.
void LayingOrder::sort_by_length(std::span<Turn> turns) const {
    const auto is_longer = [this](const Turn& a, const Turn& b) {
        return items_.items()[a.item].length > items_.items()[b.item].length;
    };
    if (!std::is_sorted(turns.begin(), turns.end(), is_longer)) {
        std::stable_sort(turns.begin(), turns.end(), is_longer);
    }
}

// Most are of length one and stay in the order of their beginnings.
void LayingOrder::put_longest_first() {
    std::size_t num_at_zero = 0;
    for (const Turn& turn : by_start_) {
        const RegisterItem& item = items_.items()[turn.item];
        if (item.at_zero || item.length > 1) {
            turns_.push_back(turn);
            turns_.back().goes_forward = false;
            num_at_zero += item.at_zero ? 1 : 0;
        }
    }
    sort_by_length(std::span(turns_).first(num_at_zero));
    sort_by_length(std::span(turns_).subspan(num_at_zero));
    std::copy_if(by_start_.begin(), by_start_.end(), std::back_inserter(turns_),
                 [this](const Turn& turn) {
                     const RegisterItem& item = items_.items()[turn.item];
                     return !item.at_zero && item.length <= 1;
                 });
}

void LayingOrder::put_halves_first() {
    turns_ = by_start_;
    for (Turn& turn : turns_) {
        turn.goes_forward = false;
        turn.is_single = false;
    }
    std::stable_partition(turns_.begin(), turns_.end(), [this](const Turn& turn) {
        return items_.items()[turn.item].at_zero || turn.half;
    });
}

} // namespace jacquard::ir3
