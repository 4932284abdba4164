#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/nir/interpreter/subgroup.h>

#include <algorithm>

namespace jacquard::nir::interpreter {

bool ballot(Wave& wave, const Step& step) {
    const Place& condition = wave.source(step, 0);
    const Place& to = wave.result(step);
    wave.active.for_each([&](unsigned lane) {
        const Subgroup group(wave, lane);
        LaneMask set;
        group.members(wave.participating()).for_each([&](unsigned other) {
            if (wave.read(condition, 0, other) != 0) {
                set.set(other - group.first);
            }
        });
        write_mask_value(wave, to, lane, set);
    });
    return true;
}

bool elect(Wave& wave, const Step& step) {
    wave.active.for_each([&](unsigned lane) {
        const Subgroup group(wave, lane);
        wave.write(wave.result(step), 0, lane,
                   group.members(wave.participating()).lowest() == lane ? 1 : 0);
    });
    return true;
}

bool vote(Wave& wave, const Step& step) {
    const Place& condition = wave.source(step, 0);
    const bool wants_all = intrinsic_of(step).op == IntrinsicOp::vote_all;
    wave.active.for_each([&](unsigned lane) {
        bool result = wants_all;
        Subgroup(wave, lane).members(wave.participating()).for_each([&](unsigned other) {
            const bool holds = wave.read(condition, 0, other) != 0;
            result = wants_all ? result && holds : result || holds;
        });
        wave.write(wave.result(step), 0, lane, result ? 1 : 0);
    });
    return true;
}

// The value of a lane of the subgroup: the first one that takes part, or one that is chosen. What
// does not exist or take part gives 0.
bool read_lane(Wave& wave, const Step& step) {
    const Place& from = wave.source(step, 0);
    const Place& to = wave.result(step);
    const IntrinsicOp op = intrinsic_of(step).op;
    const LaneMask participating = wave.participating();
    wave.active.for_each([&](unsigned lane) {
        const Subgroup group(wave, lane);
        unsigned other = lane;
        if (op == IntrinsicOp::read_first_invocation) {
            other = group.members(participating).lowest();
        } else {
            const std::uint64_t chosen = wave.read(wave.source(step, 1), 0, lane);
            other = chosen < group.size ? group.first + static_cast<unsigned>(chosen) : kMaxLanes;
        }
        const bool exists = other < wave.lanes && participating.test(other);
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.write(to, c, lane, exists ? wave.read(from, c, other) : 0);
        }
    });
    return true;
}

} // namespace jacquard::nir::interpreter
