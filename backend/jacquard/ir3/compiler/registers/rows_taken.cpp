#include <jacquard/ir3/compiler/registers/rows_taken.h>

namespace jacquard::ir3 {

namespace {

using RowChanges = PoolVector<std::int32_t>; // at each position

std::uint32_t most_at_once(std::span<const std::int32_t> changes) {
    std::int32_t most = 0;
    std::int32_t now = 0;
    for (const std::int32_t change : changes) {
        now += change;
        most = std::max(most, now);
    }
    return static_cast<std::uint32_t>(most);
}

} // namespace

RowsTaken count_rows(const RegisterItems& items, std::span<const Turn> turns,
                     const MachineFacts& machine, std::uint32_t end) {
    RowChanges full(items.num_positions() + 1, 0, items.pool());
    RowChanges half(items.has_halves() ? full.size() : 0, 0, items.pool());
    for (const Turn& turn : turns) {
        const bool apart = turn.half && !machine.merged_registers;
        RowChanges& rows = apart ? half : full;
        const std::int32_t height = turn.half ? 1 : 2;
        const auto add = [&rows, height](Lifetime life) {
            rows[life.first] += height;
            rows[life.last] -= height;
        };
        if (turn.is_single) {
            add(turn.life);
            continue;
        }
        const RegisterItem& item = items.items()[turn.item];
        for (std::uint32_t i = 0; i < item.length; ++i) {
            for (const Lifetime& life : items.lives_of(item.first_slot + i)) {
                add(life);
            }
        }
    }
    const auto in_front = [end](const RowChanges& changes) {
        return std::span(changes).first(std::min<std::size_t>(end, changes.size()));
    };
    return {most_at_once(in_front(full)), most_at_once(in_front(half))};
}

} // namespace jacquard::ir3
