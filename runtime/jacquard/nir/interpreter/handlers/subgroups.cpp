#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/variable_sources.h>
#include <jacquard/nir/interpreter/wave/formulas.h>
#include <jacquard/nir/interpreter/wave/subgroup.h>

#include <array>

namespace jacquard::nir::interpreter {

namespace {

std::uint64_t combine(Opcode opcode, unsigned bit_size, std::uint64_t a, std::uint64_t b,
                      FloatControls controls) {
    const std::array<ConstantValue, 2> values = {constant_from_bits(a, bit_size),
                                                 constant_from_bits(b, bit_size)};
    const std::array<const ConstantValue*, 2> sources = {&values[0], &values[1]};
    ConstantValue result;
    return evaluate(opcode, bit_size, 1, sources.data(), &result, controls) ? result.u64 : 0;
}

// The lanes of a cluster of a subgroup; 0 is the whole of it.
LaneMask cluster_of(const Subgroup& group, unsigned lane, std::uint64_t size) {
    if (size == 0 || size >= group.size) {
        return group.members(LaneMask::first(kMaxLanes));
    }
    const auto count = static_cast<unsigned>(size);
    const unsigned first = group.first + (lane - group.first) / count * count;
    return LaneMask::first(first + count) - LaneMask::first(first);
}

LaneMask quad_of(unsigned lane) {
    return LaneMask::first((lane | 3U) + 1) - LaneMask::first(lane & ~3U);
}

// The lanes of a group that come before or up to one, or all.
LaneMask within(InvocationExtent extent, unsigned number) {
    switch (extent) {
    case InvocationExtent::up_to_self: return LaneMask::first(number + 1);
    case InvocationExtent::before_self: return LaneMask::first(number);
    case InvocationExtent::all: break;
    }
    return LaneMask::first(kMaxLanes);
}

// Whether all lanes have the value of the first one.
bool are_equal(const Wave& wave, const Place& value, Opcode equal, const LaneMask& members) {
    bool result = true;
    members.for_each([&](unsigned other) {
        for (unsigned c = 0; c < value.num_components; ++c) {
            result = result &&
                     combine(equal, value.bit_size, wave.values.read(value, c, members.lowest()),
                             wave.values.read(value, c, other), {}) != 0;
        }
    });
    return result;
}

} // namespace

bool ballot(Wave& wave, const Step& step) {
    const Place& condition =
        source_of(wave, step, lane_ballot(intrinsic_of(step).op)->condition_source);
    const Place& to = wave.values.result(step);
    wave.lanes.active.for_each([&](unsigned lane) {
        const Subgroup group(wave, lane);
        LaneMask set;
        group.members(wave.lanes.participating()).for_each([&](unsigned other) {
            if (wave.values.read(condition, 0, other) != 0) {
                set.set(other - group.first);
            }
        });
        write_mask_value(wave, to, lane, set);
    });
    return true;
}

// Questions about a mask of invocations.
bool ask_mask(Wave& wave, const Step& step) {
    const MaskQuestion& question = *mask_question(intrinsic_of(step).op);
    const Place& mask = source_of(wave, step, question.mask_source);
    wave.lanes.active.for_each([&](unsigned lane) {
        const Subgroup group(wave, lane);
        const unsigned own = lane - group.first;
        const LaneMask set = read_mask_value(wave, mask, lane) & LaneMask::first(group.size);
        std::uint64_t result = 0;
        switch (question.gives) {
        case MaskAnswer::own_bit: result = set.test(own) ? 1 : 0; break;
        case MaskAnswer::bit: {
            const std::uint64_t number =
                wave.values.read(source_of(wave, step, question.invocation_source), 0, lane);
            result = number < group.size && set.test(static_cast<unsigned>(number)) ? 1 : 0;
            break;
        }
        case MaskAnswer::count: result = (set & within(question.extent, own)).count(); break;
        case MaskAnswer::lowest: result = set.any() ? set.lowest() : ~std::uint64_t{0}; break;
        case MaskAnswer::highest: result = set.any() ? set.highest() : ~std::uint64_t{0}; break;
        }
        wave.values.write(wave.values.result(step), 0, lane, result);
    });
    return true;
}

bool vote(Wave& wave, const Step& step) {
    const LaneVote& what = *lane_vote(intrinsic_of(step).op);
    const bool wants_all = what.rule == VoteRule::all;
    wave.lanes.active.for_each([&](unsigned lane) {
        const LaneMask around = what.within == InvocationGroup::quad
                                    ? quad_of(lane)
                                    : cluster_of(Subgroup(wave, lane), lane, 0);
        const LaneMask members = around & wave.lanes.participating();
        bool result = wants_all;
        if (what.condition_source < 0) {
            result = are_equal(wave, source_of(wave, step, what.value_source), what.equal, members);
        } else {
            const Place& condition = source_of(wave, step, what.condition_source);
            members.for_each([&](unsigned other) {
                const bool holds = wave.values.read(condition, 0, other) != 0;
                result = wants_all ? result && holds : result || holds;
            });
        }
        wave.values.write(wave.values.result(step), 0, lane, result ? 1 : 0);
    });
    return true;
}

// The value of a lane of the group that a formula or a condition chooses. What does not exist or
// take part gives 0; in a quad helpers take part.
bool exchange(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const LaneExchange& what = *lane_exchange(intrinsic.op);
    const Formula formula = formula_of(intrinsic.op);
    const Place& from = source_of(wave, step, what.value_source);
    const Place& to = wave.values.result(step);
    const bool in_quad = what.within == InvocationGroup::quad;
    const LaneMask present = in_quad ? wave.lanes.active : wave.lanes.participating();
    FormulaInput in(wave, intrinsic, &step);
    wave.lanes.active.for_each([&](unsigned lane) {
        Subgroup group(wave, lane);
        if (in_quad) {
            group.first = lane & ~3U;
            group.size = 4;
        }
        std::uint64_t number = kMaxLanes;
        if (formula != nullptr) {
            in.go_to(lane);
            number = formula(in);
        } else {
            const Place& where = source_of(wave, step, what.where_source);
            group.members(present).for_each([&](unsigned other) {
                if (number == kMaxLanes && wave.values.read(where, 0, other) != 0) {
                    number = other - group.first;
                }
            });
        }
        if (in_quad) {
            number &= 3U;
        }
        const unsigned other =
            number < group.size ? group.first + static_cast<unsigned>(number) : kMaxLanes;
        const bool exists = other < wave.values.num_lanes && present.test(other);
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.values.write(to, c, lane, exists ? wave.values.read(from, c, other) : 0);
        }
    });
    return true;
}

// From the first lane of a cluster to the last, or to the lane itself; the opcode's identity where
// there is none.
bool combine_lanes(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const LaneCombination& what = *lane_combination(intrinsic.op);
    const Place& from = source_of(wave, step, what.value_source);
    const Place& to = wave.values.result(step);
    const auto opcode = static_cast<Opcode>(intrinsic.reduction_op());
    const std::optional<std::uint64_t> identity = identity_of(opcode, to.bit_size);
    if (!identity) {
        return wave.fail(FaultKind::malformed, step,
                         "the opcode has no identity at this width, so it combines no values");
    }
    const FloatControls controls = wave.values.program->shader->info.float_controls;
    const LaneMask participating = wave.lanes.participating();
    wave.lanes.active.for_each([&](unsigned lane) {
        const LaneMask members = cluster_of(Subgroup(wave, lane), lane,
                                            static_cast<std::uint64_t>(intrinsic.cluster_size())) &
                                 participating & within(what.extent, lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t result = *identity;
            bool is_first = true;
            members.for_each([&](unsigned other) {
                const std::uint64_t value = wave.values.read(from, c, other);
                result = is_first ? value : combine(opcode, to.bit_size, result, value, controls);
                is_first = false;
            });
            wave.values.write(to, c, lane, result);
        }
    });
    return true;
}

} // namespace jacquard::nir::interpreter
