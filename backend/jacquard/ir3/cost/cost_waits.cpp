#include <jacquard/ir3/cost/cost_waits.h>

#include <algorithm>

namespace jacquard::ir3 {

double WaitClock::wait(Pending& pending) {
    const double waited = std::max(pending.arrives - now_, 0.0);
    if (waited > waited_) {
        waited_for_ = pending.from;
        waited_ = waited;
    }
    now_ += waited;
    pending = {};
    return waited;
}

void WaitClock::pass(const CostedWord& word) {
    waited_for_ = nullptr;
    waited_ = 0;
    if (word.sync_short) {
        cycles_.short_wait += wait(short_);
    }
    if (word.sync_long) {
        cycles_.long_wait += wait(long_);
    }
    double& free = unit_free_[static_cast<unsigned>(word.unit)];
    const double starts = std::max(now_, free);
    if (word.unit != CostUnit::none) {
        free = starts + word.unit_cycles;
    }
    if (word.result != Sync::none) {
        Pending& pending = word.result == Sync::sy ? long_ : short_;
        const double arrives = starts + word.latency;
        if (arrives > pending.arrives) {
            pending = {arrives, &word};
        }
    }
    now_ += word.issue_slots;
    cycles_.issue += word.issue_slots;
}

double exposed_share(const WaitCycles& cycles, double waves) {
    const double waits = cycles.short_wait + cycles.long_wait;
    if (waits <= 0) {
        return 0;
    }
    return std::max(waits - (waves - 1) * cycles.issue, 0.0) / waits;
}

} // namespace jacquard::ir3
