#include <jacquard/ir3/compiler/spill/register_contents.h>

#include <algorithm>

namespace jacquard::ir3 {

RegisterContents::RegisterContents(Graph& graph, const RegisterBudget& budget)
    : budget_(budget), values_(graph), liveness_(compute_liveness(graph)), states_(values_.size()) {
}

void RegisterContents::begin(Block& block) {
    block_ = &block;
    position_ = values_.begin_of(block);
    for (const std::uint32_t value : here_) {
        states_[value].is_here = false;
    }
    here_.clear();
    count_ = {};
    const std::uint32_t number = block.index + 1;
    for (const Node* value : liveness_.live_out(block.index)) {
        states_[value->index].live_out = number;
    }
    for (const Node* value : liveness_.live_in(block.index)) {
        states_[value->index].live_in = number;
    }
}

void RegisterContents::add_if_kept(std::uint32_t index) {
    if (values_[index].node != nullptr && !states_[index].is_out) {
        add(values_[index], values_[index].node);
    }
}

void RegisterContents::add(const LiveValue& value, Node* name) {
    State& known = state(value);
    known.name = name;
    if (!known.is_here) {
        known.is_here = true;
        known.place = static_cast<std::uint32_t>(here_.size());
        here_.push_back(value.node->index);
        count_.add(value.node->dst.half, value.size);
    }
}

void RegisterContents::remove(const LiveValue& value) {
    State& known = state(value);
    known.is_here = false;
    if (measures_) { // where nothing leaves there may be very many, and nobody minds their order
        states_[here_.back()].place = known.place;
        here_[known.place] = here_.back();
        here_.pop_back();
    } else {
        here_.erase(std::find(here_.begin(), here_.end(), value.node->index));
    }
    count_.remove(value.node->dst.half, value.size);
}

bool RegisterContents::is_used_later(const LiveValue& value) {
    if (state(value).live_out == block_->index + 1) {
        return true;
    }
    const auto next = std::upper_bound(value.uses.begin(), value.uses.end(), position_);
    return next != value.uses.end() && *next <= values_.end_of(*block_);
}

void RegisterContents::make_room(RegisterCount more, const Node* reader) {
    const RegisterCount fixed = values_.arrays_at(position_) + more;
    if (measures_) {
        const RegisterCount live = count_ + fixed;
        if (highest_.node == nullptr || budget_.taken(live) > budget_.taken(highest_.live)) {
            highest_ = {reader, live, position_, 0};
        }
        return;
    }
    while (!has_failed_ && !budget_.fits(count_ + fixed)) {
        const LiveValue* value = choose(count_ + fixed);
        if (value == nullptr) {
            has_failed_ = true;
            return;
        }
        State& known = state(*value);
        has_chosen_ = has_chosen_ || !known.is_out;
        known.is_out = true;
        remove(*value);
    }
}

// The value with the furthest next use, rather one that need not be stored for it.
const LiveValue* RegisterContents::choose(RegisterCount count) {
    const LiveValue* best = nullptr;
    std::uint64_t best_distance = 0;
    for (const std::uint32_t index : here_) {
        const LiveValue& value = values_[index];
        const bool helps =
            value.node->dst.half ? budget_.lacks_half(count) : budget_.lacks_full(count);
        if (!helps || !value.can_leave || states_[index].wanted == step_) {
            continue;
        }
        std::uint64_t distance = values_.distance(value, position_) + 1;
        distance *= states_[index].is_out || value.is_remade ? 2 : 1;
        if (distance > best_distance) {
            best = &value;
            best_distance = distance;
        }
    }
    return best;
}

} // namespace jacquard::ir3
