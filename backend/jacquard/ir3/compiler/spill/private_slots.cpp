#include <jacquard/ir3/compiler/spill/private_slots.h>

#include <algorithm>
#include <numeric>

namespace jacquard::ir3 {

namespace {

bool begins_before(Lifetime a, Lifetime b) {
    return a.first < b.first;
}

// Whether two sorted lists have a position in common.
bool overlap(const std::vector<Lifetime>& one, const std::vector<Lifetime>& other) {
    const bool is_shorter = one.size() < other.size();
    const std::vector<Lifetime>& shorter = is_shorter ? one : other;
    const std::vector<Lifetime>& longer = is_shorter ? other : one;
    return std::any_of(shorter.begin(), shorter.end(), [&longer](Lifetime life) {
        const auto next = std::lower_bound(longer.begin(), longer.end(), life, begins_before);
        return (next != longer.end() && next->first < life.last) ||
               (next != longer.begin() && std::prev(next)->last > life.first);
    });
}

void join(std::vector<Lifetime>& to, const std::vector<Lifetime>& from) {
    const auto middle = static_cast<std::ptrdiff_t>(to.size());
    to.insert(to.end(), from.begin(), from.end());
    std::inplace_merge(to.begin(), to.begin() + middle, to.end(), begins_before);
}

} // namespace

PrivateSlots::PrivateSlots(Graph& graph, const std::vector<bool>& wanted)
    : lives_(wanted.size()), together_with_(wanted.size()), slots_(wanted.size(), kNone) {
    std::iota(together_with_.begin(), together_with_.end(), 0U);
    for_each_lifetime(graph, compute_liveness(graph), static_cast<std::uint32_t>(wanted.size()),
                      [&](const Node& value, Lifetime life) {
                          if (wanted[value.index]) {
                              lives_[value.index].push_back(life);
                          }
                      });
    for (std::vector<Lifetime>& lives : lives_) {
        std::sort(lives.begin(), lives.end(), begins_before);
    }
    for (const Block& block : graph.blocks) {
        for (const Node* phi : block.nodes) {
            if (phi->kind != NodeKind::phi) {
                break;
            }
            for (const Register& source : phi->sources()) {
                if (wanted[phi->index] && source.is_ssa() && wanted[source.definition->index]) {
                    merge(phi->index, source.definition->index);
                }
            }
        }
    }
    lay_out();
}

std::uint32_t PrivateSlots::find(std::uint32_t index) const {
    while (together_with_[index] != index) {
        index = together_with_[index];
    }
    return index;
}

void PrivateSlots::merge(std::uint32_t one, std::uint32_t other) {
    one = find(one);
    other = find(other);
    if (one == other || overlap(lives_[one], lives_[other])) {
        return;
    }
    if (lives_[one].size() < lives_[other].size()) {
        std::swap(one, other);
    }
    join(lives_[one], lives_[other]);
    lives_[other].clear();
    together_with_[other] = one;
}

void PrivateSlots::lay_out() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < lives_.size(); ++i) {
        if (!lives_[i].empty()) {
            order.push_back(i);
        }
    }
    std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
        return lives_[a].front().first < lives_[b].front().first;
    });
    std::vector<std::vector<Lifetime>> taken;
    for (const std::uint32_t i : order) {
        const auto free =
            std::find_if(taken.begin(), taken.end(), [&](const std::vector<Lifetime>& lives) {
                return !overlap(lives, lives_[i]);
            });
        slots_[i] = static_cast<std::uint32_t>(free - taken.begin());
        if (free == taken.end()) {
            taken.push_back(lives_[i]);
        } else {
            join(*free, lives_[i]);
        }
    }
    count_ = static_cast<std::uint32_t>(taken.size());
}

} // namespace jacquard::ir3
