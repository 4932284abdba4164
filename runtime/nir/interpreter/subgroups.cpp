#include <jacquard/nir/constant_evaluator.h>
#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/nir/interpreter/subgroup.h>

#include <algorithm>
#include <array>

namespace jacquard::nir::interpreter {

namespace {

// What an opcode leaves as it is, on whichever side.
std::uint64_t identity_of(Opcode opcode, unsigned bit_size) {
    const std::uint64_t all = mask_of_bits(bit_size);
    const std::uint64_t sign = std::uint64_t{1} << (bit_size - 1);
    const std::uint64_t infinity = bit_size == 16   ? 0x7c00U
                                   : bit_size == 32 ? 0x7f800000U
                                                    : 0x7ff0000000000000U;
    const std::uint64_t one = bit_size == 16   ? 0x3c00U
                              : bit_size == 32 ? 0x3f800000U
                                               : 0x3ff0000000000000U;
    switch (opcode) {
    case Opcode::imul: return 1;
    case Opcode::fmul: return one;
    case Opcode::fadd: return sign; // -0.0 keeps a zero's sign
    case Opcode::iand:
    case Opcode::umin: return all;
    case Opcode::imin: return all >> 1;
    case Opcode::imax: return sign;
    case Opcode::fmin: return infinity;
    case Opcode::fmax: return infinity | sign;
    default: return 0; // sums, or, exclusive or, the unsigned maximum
    }
}

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

} // namespace

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

// Questions about a mask of invocations.
bool ask_ballot(Wave& wave, const Step& step) {
    const Place& mask = wave.source(step, 0);
    const IntrinsicOp op = intrinsic_of(step).op;
    wave.active.for_each([&](unsigned lane) {
        const Subgroup group(wave, lane);
        const unsigned own = lane - group.first;
        const LaneMask set = read_mask_value(wave, mask, lane) & LaneMask::first(group.size);
        std::uint64_t result = 0;
        switch (op) {
        case IntrinsicOp::inverse_ballot: result = set.test(own) ? 1 : 0; break;
        case IntrinsicOp::ballot_bitfield_extract: {
            const std::uint64_t number = wave.read(wave.source(step, 1), 0, lane);
            result = number < group.size && set.test(static_cast<unsigned>(number)) ? 1 : 0;
            break;
        }
        case IntrinsicOp::ballot_bit_count_reduce: result = set.count(); break;
        case IntrinsicOp::ballot_bit_count_inclusive:
            result = (set & LaneMask::first(own + 1)).count();
            break;
        case IntrinsicOp::ballot_bit_count_exclusive:
            result = (set & LaneMask::first(own)).count();
            break;
        case IntrinsicOp::ballot_find_lsb:
            result = set.any() ? set.lowest() : ~std::uint64_t{0};
            break;
        default: result = set.any() ? set.highest() : ~std::uint64_t{0}; break;
        }
        wave.write(wave.result(step), 0, lane, result);
    });
    return true;
}

bool elect(Wave& wave, const Step& step) {
    const IntrinsicOp op = intrinsic_of(step).op;
    wave.active.for_each([&](unsigned lane) {
        const Subgroup group(wave, lane);
        const LaneMask members = group.members(wave.participating());
        std::uint64_t result = 0;
        switch (op) {
        case IntrinsicOp::first_invocation:
            result = members.any() ? members.lowest() - group.first : 0;
            break;
        case IntrinsicOp::last_invocation:
            result = members.any() ? members.highest() - group.first : 0;
            break;
        default: result = members.lowest() == lane ? 1 : 0; break;
        }
        wave.write(wave.result(step), 0, lane, result);
    });
    return true;
}

bool vote(Wave& wave, const Step& step) {
    const Place& condition = wave.source(step, 0);
    const IntrinsicOp op = intrinsic_of(step).op;
    const bool wants_all = op == IntrinsicOp::vote_all || op == IntrinsicOp::quad_vote_all;
    const bool in_quad = op == IntrinsicOp::quad_vote_all || op == IntrinsicOp::quad_vote_any;
    wave.active.for_each([&](unsigned lane) {
        const LaneMask around = in_quad
                                    ? LaneMask::first((lane | 3U) + 1) - LaneMask::first(lane & ~3U)
                                    : cluster_of(Subgroup(wave, lane), lane, 0);
        bool result = wants_all;
        (around & wave.participating()).for_each([&](unsigned other) {
            const bool holds = wave.read(condition, 0, other) != 0;
            result = wants_all ? result && holds : result || holds;
        });
        wave.write(wave.result(step), 0, lane, result ? 1 : 0);
    });
    return true;
}

// Whether all lanes have the value of the first one.
bool vote_equal(Wave& wave, const Step& step) {
    const Place& value = wave.source(step, 0);
    const Opcode equal = intrinsic_of(step).op == IntrinsicOp::vote_feq ? Opcode::feq : Opcode::ieq;
    wave.active.for_each([&](unsigned lane) {
        const LaneMask members = Subgroup(wave, lane).members(wave.participating());
        bool result = true;
        members.for_each([&](unsigned other) {
            for (unsigned c = 0; c < value.num_components; ++c) {
                result =
                    result && combine(equal, value.bit_size, wave.read(value, c, members.lowest()),
                                      wave.read(value, c, other), {}) != 0;
            }
        });
        wave.write(wave.result(step), 0, lane, result ? 1 : 0);
    });
    return true;
}

// The value of a lane of the subgroup that the operation or a source chooses. What does not exist
// or take part gives 0.
bool read_lane(Wave& wave, const Step& step) {
    using enum IntrinsicOp;
    const Place& from = wave.source(step, 0);
    const Place& to = wave.result(step);
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const LaneMask participating = wave.participating();
    wave.active.for_each([&](unsigned lane) {
        const Subgroup group(wave, lane);
        const std::uint64_t own = lane - group.first;
        std::uint64_t number = own;
        const std::uint64_t given =
            intrinsic.num_sources > 1 ? wave.read(wave.source(step, 1), 0, lane) : 0;
        switch (intrinsic.op) {
        case read_first_invocation:
            number = group.members(participating).lowest() - group.first;
            break;
        case shuffle_xor:
        case shuffle_xor_uniform_ir3: number = own ^ given; break;
        case shuffle_up:
        case shuffle_up_uniform_ir3: number = own - given; break;
        case shuffle_down:
        case shuffle_down_uniform_ir3: number = own + given; break;
        case rotate: {
            const auto cluster = static_cast<std::uint64_t>(intrinsic.cluster_size());
            const std::uint64_t size = cluster == 0 || cluster > group.size ? group.size : cluster;
            number = own / size * size + (own % size + given) % size;
            break;
        }
        case read_invocation_cond_ir3: {
            const LaneMask members = group.members(participating);
            number = kMaxLanes;
            members.for_each([&](unsigned other) {
                if (number == kMaxLanes && wave.read(wave.source(step, 1), 0, other) != 0) {
                    number = other - group.first;
                }
            });
            break;
        }
        default: number = given; break;
        }
        const unsigned other =
            number < group.size ? group.first + static_cast<unsigned>(number) : kMaxLanes;
        const bool exists = other < wave.lanes && participating.test(other);
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.write(to, c, lane, exists ? wave.read(from, c, other) : 0);
        }
    });
    return true;
}

// From the first lane of a cluster to the last, or to the lane itself.
bool combine_lanes(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Place& from = wave.source(step, 0);
    const Place& to = wave.result(step);
    const auto opcode = static_cast<Opcode>(intrinsic.reduction_op());
    const FloatControls controls = wave.program->shader->info.float_controls;
    const LaneMask participating = wave.participating();
    wave.active.for_each([&](unsigned lane) {
        LaneMask members = cluster_of(Subgroup(wave, lane), lane,
                                      static_cast<std::uint64_t>(intrinsic.cluster_size())) &
                           participating;
        if (intrinsic.op == IntrinsicOp::inclusive_scan) {
            members &= LaneMask::first(lane + 1);
        } else if (intrinsic.op == IntrinsicOp::exclusive_scan) {
            members &= LaneMask::first(lane);
        }
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t result = identity_of(opcode, to.bit_size);
            bool is_first = true;
            members.for_each([&](unsigned other) {
                const std::uint64_t value = wave.read(from, c, other);
                result = is_first ? value : combine(opcode, to.bit_size, result, value, controls);
                is_first = false;
            });
            wave.write(to, c, lane, result);
        }
    });
    return true;
}

} // namespace jacquard::nir::interpreter
