#include <jacquard/support/concurrency/weak_order.h>

#include <algorithm>
#include <array>
#include <utility>

namespace jacquard {

namespace {

// Seeds differ in how often memory is weak.
constexpr std::array<std::uint32_t, 3> kStaleIn = {2, 2, 4};
constexpr std::array<std::uint32_t, 3> kBeforeIn = {2, 4, 16};
constexpr unsigned kMostStale = 8;
constexpr std::uint64_t kGap = std::uint64_t{1} << 24; // between the times of neighbours
constexpr std::uint32_t kAllKinds = ~std::uint32_t{0};

template <std::size_t Count>
std::uint32_t one_of(const std::array<std::uint32_t, Count>& choices, Random& random) {
    return choices[random.below(static_cast<std::uint32_t>(Count))];
}

} // namespace

WeakOrder::WeakOrder(std::uint64_t seed)
    : random_(seed), stale_in_(one_of(kStaleIn, random_)), before_in_(one_of(kBeforeIn, random_)) {}

void WeakOrder::add_agent(unsigned group) {
    agents_.emplace_back().group = group;
}

unsigned WeakOrder::add_cell() {
    cells_.emplace_back().values.emplace_back();
    return static_cast<unsigned>(cells_.size() - 1);
}

void WeakOrder::raise(View& view, unsigned cell, std::uint64_t time) {
    if (view.size() <= cell) {
        view.resize(cell + std::size_t{1});
    }
    view[cell] = std::max(view[cell], time);
}

std::uint64_t WeakOrder::time_of(const View& view, unsigned cell) {
    return cell < view.size() ? view[cell] : 0;
}

void WeakOrder::join(View& view, const View& other, std::uint32_t kinds) const {
    if (view.size() < other.size()) {
        view.resize(other.size());
    }
    for (std::size_t cell = 0; cell < other.size(); ++cell) {
        if ((cells_[cell].kinds & kinds) != 0) {
            view[cell] = std::max(view[cell], other[cell]);
        }
    }
}

WeakOrder::SharedView WeakOrder::joined(const SharedView& left, const SharedView& right) {
    if (!left || !right || left == right) {
        return left ? left : right;
    }
    auto both = std::make_shared<View>(*left);
    both->resize(std::max(left->size(), right->size()));
    for (std::size_t cell = 0; cell < right->size(); ++cell) {
        (*both)[cell] = std::max((*both)[cell], (*right)[cell]);
    }
    return both;
}

WeakOrder::Cell& WeakOrder::touch(unsigned cell, std::uint32_t kinds) {
    cells_[cell].kinds |= kinds;
    return cells_[cell];
}

void WeakOrder::see(Agent& agent, unsigned cell, const Value& value) {
    raise(agent.view, cell, value.time);
    if (value.released.group && value.group == agent.group &&
        value.released.group != agent.last_seen.group) {
        agent.last_seen.group = value.released.group;
        join(agent.acquired_in_group, *value.released.group, kAllKinds);
    }
    if (value.released.device && value.released.device != agent.last_seen.device) {
        agent.last_seen.device = value.released.device;
        join(agent.acquired, *value.released.device, kAllKinds);
    }
}

std::size_t WeakOrder::first_seen(const Agent& agent, unsigned cell) const {
    const std::vector<Value>& values = cells_[cell].values;
    const std::uint64_t oldest = time_of(agent.view, cell);
    const auto first =
        std::lower_bound(values.begin(), values.end(), oldest,
                         [](const Value& value, std::uint64_t time) { return value.time < time; });
    return static_cast<std::size_t>(first - values.begin());
}

std::size_t WeakOrder::load(unsigned agent_number, unsigned cell, std::uint32_t kinds) {
    Agent& agent = agents_[agent_number];
    const std::vector<Value>& values = touch(cell, kinds).values;
    const std::size_t first = first_seen(agent, cell);
    const std::size_t newest = values.size() - 1;
    std::size_t chosen = newest;
    if (time_of(agent.loaded_by, cell) == agent.instruction) {
        // The view may be ahead where the instruction is an atomic of other lanes.
        const std::uint64_t seen = time_of(agent.loaded, cell);
        while (chosen > first && values[chosen].time > seen) {
            --chosen;
        }
    } else if (first != newest && agent.num_stale < kMostStale && random_.one_in(stale_in_)) {
        chosen = first + random_.below(static_cast<std::uint32_t>(newest - first));
        ++agent.num_stale;
    } else if (first != newest) {
        agent.num_stale = 0;
    }
    raise(agent.loaded_by, cell, agent.instruction);
    raise(agent.loaded, cell, values[chosen].time);
    see(agent, cell, values[chosen]);
    return chosen;
}

std::size_t WeakOrder::store(unsigned agent_number, unsigned cell, std::uint32_t kinds) {
    Agent& agent = agents_[agent_number];
    std::vector<Value>& values = touch(cell, kinds).values;
    // The value goes after those that the agent sees, and not between an atomic and the value it
    // read.
    const std::size_t first = first_seen(agent, cell) + 1;
    std::size_t place = values.size();
    while (place > first && random_.one_in(before_in_)) {
        --place;
    }
    if (place < values.size()) {
        const std::uint64_t before = values[place - 1].time;
        if (!values[place].is_attached && values[place].time - before > 1) {
            Value value{before + (values[place].time - before) / 2, agent.group, false,
                        agent.released};
            raise(agent.view, cell, value.time);
            values.insert(values.begin() + static_cast<std::ptrdiff_t>(place), std::move(value));
            return place;
        }
    }
    return append(agent_number, cell, kinds);
}

std::size_t WeakOrder::append(unsigned agent_number, unsigned cell, std::uint32_t kinds) {
    Agent& agent = agents_[agent_number];
    std::vector<Value>& values = touch(cell, kinds).values;
    values.push_back({values.back().time + kGap, agent.group, false, agent.released});
    raise(agent.view, cell, values.back().time);
    return values.size() - 1;
}

void WeakOrder::load_newest(unsigned agent, unsigned cell, std::uint32_t kinds) {
    see(agents_[agent], cell, touch(cell, kinds).values.back());
}

void WeakOrder::change(unsigned agent_number, unsigned cell, std::uint32_t kinds) {
    Agent& agent = agents_[agent_number];
    std::vector<Value>& values = touch(cell, kinds).values;
    const Value& taken = values.back();
    Released released = agent.released;
    if (taken.group == agent.group) {
        released.group = joined(released.group, taken.released.group);
    }
    released.device = joined(released.device, taken.released.device);
    values.push_back({taken.time + kGap, agent.group, true, std::move(released)});
    raise(agent.view, cell, values.back().time);
}

void WeakOrder::release_view(Agent& agent, View view, std::uint32_t kinds, FenceReach reach) const {
    const auto with_view = [&](const SharedView& before) {
        auto released = before ? std::make_shared<View>(*before) : std::make_shared<View>();
        join(*released, view, kinds);
        return released;
    };
    agent.released.group = with_view(agent.released.group);
    if (reach == FenceReach::device) {
        agent.released.device = with_view(agent.released.device);
    }
}

void WeakOrder::release(unsigned agent, std::uint32_t kinds, FenceReach reach) {
    release_view(agents_[agent], agents_[agent].view, kinds, reach);
}

void WeakOrder::release_all(unsigned agent, std::uint32_t kinds, FenceReach reach) {
    View view = agents_[agent].view;
    join(view, agents_[agent].acquired_in_group, kAllKinds);
    join(view, agents_[agent].acquired, kAllKinds);
    release_view(agents_[agent], std::move(view), kinds, reach);
}

void WeakOrder::acquire(unsigned agent_number, std::uint32_t kinds, FenceReach reach) {
    Agent& agent = agents_[agent_number];
    join(agent.view, agent.acquired_in_group, kinds);
    if (reach == FenceReach::device) {
        join(agent.view, agent.acquired, kinds);
    }
}

void WeakOrder::pass_barrier(unsigned group) {
    SharedView released;
    for (const Agent& agent : agents_) {
        if (agent.group == group) {
            released = joined(released, agent.released.group);
        }
    }
    for (Agent& agent : agents_) {
        if (agent.group == group && released) {
            join(agent.acquired_in_group, *released, kAllKinds);
        }
    }
}

} // namespace jacquard
