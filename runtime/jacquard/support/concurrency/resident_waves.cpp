#include <jacquard/support/concurrency/resident_waves.h>

#include <algorithm>

namespace jacquard {

ResidentWaves::ResidentWaves(std::size_t count, std::size_t waves_per_group, ConcurrentRun& run)
    : run_(run), waves_per_group_(std::max<std::size_t>(waves_per_group, 1)),
      first_(run.order.num_agents()), waves_(count) {
    for (std::size_t i = 0; i < count; ++i) {
        run.order.add_agent(group(i));
        run.schedule.add();
        ready_.push_back(agent(i));
    }
}

std::optional<std::size_t> ResidentWaves::pick() {
    if (ready_.empty()) {
        return std::nullopt;
    }
    return run_.schedule.pick(ready_) - first_;
}

ResidentWaves::Meeting ResidentWaves::arrive(std::size_t wave, std::uint64_t barrier) {
    waves_[wave] = {State::waiting, barrier};
    std::erase(ready_, agent(wave));
    return meet(wave);
}

ResidentWaves::Meeting ResidentWaves::end(std::size_t wave) {
    waves_[wave].state = State::ended;
    std::erase(ready_, agent(wave));
    return meet(wave);
}

ResidentWaves::Meeting ResidentWaves::meet(std::size_t wave) {
    const std::size_t first = first_of_group(wave);
    const std::size_t last = std::min(first + waves_per_group_, waves_.size());
    std::size_t num_ended = 0;
    std::optional<std::uint64_t> barrier;
    bool is_same = true;
    for (std::size_t i = first; i < last; ++i) {
        if (waves_[i].state == State::ready) {
            return Meeting::incomplete;
        }
        if (waves_[i].state == State::ended) {
            ++num_ended;
            continue;
        }
        is_same = is_same && barrier.value_or(waves_[i].barrier) == waves_[i].barrier;
        barrier = waves_[i].barrier;
    }
    if (num_ended == last - first) {
        return Meeting::ended;
    }
    if (num_ended != 0) {
        return Meeting::abandoned;
    }
    if (!is_same) {
        return Meeting::mismatched;
    }
    run_.order.pass_barrier(group(wave));
    for (std::size_t i = first; i < last; ++i) {
        waves_[i].state = State::ready;
        ready_.push_back(agent(i));
    }
    return Meeting::passed;
}

} // namespace jacquard
