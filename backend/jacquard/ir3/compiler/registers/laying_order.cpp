#include <jacquard/ir3/compiler/registers/laying_order.h>

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

inline Turn LayingOrder::turn_of(std::uint32_t number) const {
    const RegisterItem& item = items_.items()[number];
    const std::span<const RegisterLife> lives = items_.lives_of(item.first_slot);
    Turn turn;
    turn.item = number;
    turn.half = item.half;
    turn.goes_forward = !item.at_zero;
    turn.is_single = !item.at_zero && item.length == 1 && lives.size() == 1;
    turn.is_read_late = item.is_read_late;
    // An item without live intervals begins behind everything.
    turn.life = {std::min(item.start, items_.num_positions()),
                 turn.is_single ? lives.front().last : 0};
    return turn;
}

inline bool LayingOrder::is_longer(const Turn& a, const Turn& b) const {
    return items_.items()[a.item].length > items_.items()[b.item].length;
}

// Sorts by the beginning of the first live interval. Items that must be at zero come first; of
// items that begin together, the longest does, and of these the one with the lower number.
void LayingOrder::sort_by_start() {
    const std::span<const RegisterItem> items = items_.items();
    by_start_.reserve(items.size());
    std::size_t num_others = 0; // that are no single values
    for (std::uint32_t i = 0; i < items.size(); ++i) {
        if (items[i].whole == RegisterItem::kNone) {
            by_start_.push_back(turn_of(i));
            num_others += i < items_.first_value() ? 1 : 0;
        }
    }
    const auto comes_before = [this](const Turn& a, const Turn& b) {
        if (a.goes_forward != b.goes_forward) {
            return b.goes_forward;
        }
        if (a.life.first != b.life.first) {
            return a.life.first < b.life.first;
        }
        return is_longer(a, b) || (!is_longer(b, a) && a.item < b.item);
    };
    // Single values mostly stand in their order already.
    const auto values = by_start_.begin() + static_cast<std::ptrdiff_t>(num_others);
    std::sort(by_start_.begin(), values, comes_before);
    if (!std::is_sorted(values, by_start_.end(), comes_before)) {
        std::sort(values, by_start_.end(), comes_before);
    }
    if (num_others != 0 && values != by_start_.end() && comes_before(*values, values[-1])) {
        std::inplace_merge(by_start_.begin(), values, by_start_.end(), comes_before);
    }
}

// The sort is stable: items of equal length stay in their order.
void LayingOrder::sort_by_length(std::span<Turn> turns) const {
    const auto by_length = [this](const Turn& a, const Turn& b) { return is_longer(a, b); };
    if (!std::is_sorted(turns.begin(), turns.end(), by_length)) {
        std::stable_sort(turns.begin(), turns.end(), by_length);
    }
}

// Most are of length one and stay in the order of their beginnings.
void LayingOrder::put_longest_first() {
    std::size_t num_at_zero = 0;
    turns_.reserve(by_start_.size());
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
