#include <jacquard/ir3/emulator/core/operand_access.h>
#include <jacquard/support/expression/expression.h>

#include <algorithm>
#include <cstring>

namespace jacquard::ir3 {

namespace {

constexpr unsigned kNumRegisters = kSharedRegisterEnd;

std::uint32_t modify_float(const StepSource& source, std::uint32_t bits) {
    const std::uint32_t sign = source.half ? 0x8000U : 0x80000000U;
    if (source.absolute) {
        bits &= ~sign;
    }
    return source.negate ? bits ^ sign : bits;
}

std::uint32_t modify_integer(const StepSource& source, std::uint32_t bits) {
    if (source.half) {
        bits =
            static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int16_t>(bits)));
    }
    if (source.absolute && (bits >> 31) != 0) {
        bits = 0 - bits;
    }
    return source.negate ? 0 - bits : bits;
}

// The words with the source's modifiers applied, in `scratch` when there are any.
const std::uint32_t* modified(const StepSource& source, const std::uint32_t* words, unsigned count,
                              LaneWords& scratch) {
    if (source.invert) {
        for (unsigned i = 0; i < count; ++i) {
            scratch[i] = ~words[i];
        }
        return scratch.data();
    }
    if (!source.negate && !source.absolute) {
        return words;
    }
    if (source.value_kind == ValueType::float_) {
        for (unsigned i = 0; i < count; ++i) {
            scratch[i] = modify_float(source, words[i]);
        }
    } else {
        for (unsigned i = 0; i < count; ++i) {
            scratch[i] = modify_integer(source, words[i]);
        }
    }
    return scratch.data();
}

} // namespace

const std::uint32_t* OperandAccess::read_register(std::uint16_t number, bool half,
                                                  LaneWords& scratch) {
    if (number >= kNumRegisters) {
        if (number >= kPredicateRegister && number < kNoRegister) {
            for (unsigned i = 0; i < state_.wave.lanes(); ++i) {
                scratch[i] = static_cast<std::uint32_t>(
                    state_.wave.predicates[number - kPredicateRegister].test(i));
            }
            return scratch.data();
        }
        if (number < kAddressRegister || number >= Wave::kNumComponents) {
            fail(FaultKind::register_range, describe(state_.pc) + " reads past the register file");
            return nullptr;
        }
        return state_.wave.full(number);
    }
    if (!half) {
        return state_.wave.full(number);
    }
    const std::uint32_t* home = state_.wave.half_home(number);
    const unsigned shift = state_.wave.half_shift(number);
    for (unsigned i = 0; i < state_.wave.stride(); ++i) {
        scratch[i] = home[i] >> shift & 0xffff;
    }
    return scratch.data();
}

const std::uint32_t* OperandAccess::read_constant(const StepSource& source, unsigned number,
                                                  LaneWords& scratch) {
    if (number >= state_.environment->constants.size()) {
        state_.fail_constant_range(number);
        return nullptr;
    }
    std::uint32_t bits = state_.environment->constants[number];
    if (source.half && source.value_kind == ValueType::float_) {
        const float value = expression::load_float<32>(bits);
        bits = static_cast<std::uint32_t>(expression::store_float<16>(value));
    } else if (source.half) {
        bits &= 0xffff;
    }
    std::fill_n(scratch.data(), state_.wave.stride(), bits);
    return scratch.data();
}

const std::uint32_t* OperandAccess::read_relative(const StepSource& source, unsigned repetition,
                                                  LaneWords& scratch) {
    const std::int32_t offset =
        source.offset + static_cast<std::int32_t>(source.repeats ? repetition : 0);
    const std::uint32_t* address = state_.wave.full(kAddressRegister);
    LaneWords constant;
    for (unsigned lane = 0; lane < state_.wave.stride(); ++lane) {
        scratch[lane] = 0;
        if (!executes(lane)) {
            continue;
        }
        const std::int32_t number = static_cast<std::int16_t>(address[lane]) + offset;
        const bool is_constant = source.kind == OperandKind::relative_constant;
        const std::int64_t end =
            is_constant ? static_cast<std::int64_t>(state_.environment->constants.size())
                        : std::int64_t{kSharedRegisterFirst};
        if (number < 0 || number >= end) {
            if (state_.options->check_relative_reads) {
                fail(is_constant ? FaultKind::constant_range : FaultKind::register_range,
                     describe(state_.pc) + " reads component " + std::to_string(number) + " of " +
                         std::to_string(end));
                return nullptr;
            }
            continue;
        }
        if (is_constant) {
            const std::uint32_t* words =
                read_constant(source, static_cast<unsigned>(number), constant);
            if (!words) {
                return nullptr;
            }
            scratch[lane] = words[0];
            continue;
        }
        scratch[lane] = state_.wave.read(static_cast<std::uint16_t>(number), source.half, lane);
    }
    return scratch.data();
}

const std::uint32_t* OperandAccess::read_source(const Step& step, unsigned index,
                                                unsigned repetition, LaneWords& scratch) {
    const StepSource& source = step.sources[index];
    const unsigned stepped = source.repeats ? repetition : 0;
    const std::uint32_t* words = nullptr;
    switch (source.kind) {
    case OperandKind::gpr:
        words = read_register(static_cast<std::uint16_t>(source.number + stepped), source.half,
                              scratch);
        break;
    case OperandKind::constant:
        words = read_constant(source, source.number + stepped, scratch);
        break;
    case OperandKind::immediate:
    case OperandKind::table_immediate:
        std::fill_n(scratch.data(), state_.wave.stride(), source.immediate);
        words = scratch.data();
        break;
    case OperandKind::relative_gpr:
    case OperandKind::relative_constant: words = read_relative(source, repetition, scratch); break;
    case OperandKind::none:
        std::fill_n(scratch.data(), state_.wave.stride(), 0);
        words = scratch.data();
        break;
    }
    return words ? modified(source, words, state_.wave.stride(), scratch) : nullptr;
}

bool OperandAccess::read_predicate(const StepSource& source, LaneMask& lanes) {
    if (source.number < kPredicateRegister || source.number >= kNoRegister) {
        return fail(FaultKind::register_range, describe(state_.pc) + " tests no predicate");
    }
    lanes = state_.wave.predicates[source.number - kPredicateRegister];
    if (source.negate || source.invert) {
        lanes = ~lanes;
    }
    return true;
}

bool OperandAccess::read_uniform(const Step& step, const StepSource& source, std::uint32_t& value) {
    LaneWords scratch;
    const auto index = static_cast<unsigned>(&source - step.sources);
    const std::uint32_t* words = read_source(step, index, 0, scratch);
    if (!words) {
        return false;
    }
    value = 0;
    for (unsigned lane = state_.wave.lanes(); lane-- > 0;) {
        value = executes(lane) ? words[lane] : value;
    }
    return true;
}

void OperandAccess::store_register(std::uint16_t number, bool half, const std::uint32_t* words) {
    if (!half) {
        std::uint32_t* target = state_.wave.full(number);
        if (state_.lanes == state_.wave.all_lanes()) {
            std::memmove(target, words, state_.wave.stride() * sizeof(std::uint32_t));
            return;
        }
        for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
            target[lane] = executes(lane) ? words[lane] : target[lane];
        }
        return;
    }
    std::uint32_t* target = state_.wave.half_home(number);
    const unsigned shift = state_.wave.half_shift(number);
    const std::uint32_t kept = ~(0xffffU << shift);
    if (state_.lanes == state_.wave.all_lanes()) {
        for (unsigned lane = 0; lane < state_.wave.stride(); ++lane) {
            target[lane] = (target[lane] & kept) | (words[lane] & 0xffff) << shift;
        }
        return;
    }
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        const std::uint32_t merged = (target[lane] & kept) | (words[lane] & 0xffff) << shift;
        target[lane] = executes(lane) ? merged : target[lane];
    }
}

bool OperandAccess::write_register(std::uint16_t number, bool half, const std::uint32_t* words) {
    if (number >= kNoRegister) {
        return true;
    }
    if (number >= kNumRegisters) {
        return fail(FaultKind::register_range,
                    describe(state_.pc) + " writes past the register file");
    }
    if (number < kSharedRegisterFirst) {
        store_register(number, half, words);
        return true;
    }
    LaneWords broadcast;
    std::uint32_t value = 0;
    for (unsigned lane = state_.wave.lanes(); lane-- > 0;) {
        value = executes(lane) ? words[lane] : value;
    }
    std::fill_n(broadcast.data(), state_.wave.stride(), value);
    const LaneMask lanes = state_.lanes;
    if (state_.lanes.any()) {
        state_.lanes = state_.wave.all_lanes();
        store_register(number, half, broadcast.data());
    }
    state_.lanes = lanes;
    return true;
}

bool OperandAccess::write_destination(const StepDestination& destination, unsigned repetition,
                                      const std::uint32_t* words) {
    const auto number = static_cast<std::uint16_t>(destination.number + repetition);
    switch (destination.kind) {
    case StepDestination::Kind::none: return true;
    case StepDestination::Kind::gpr:
    case StepDestination::Kind::shared: return write_register(number, destination.half, words);
    case StepDestination::Kind::address:
    case StepDestination::Kind::predicate:
    case StepDestination::Kind::wave_predicate:
        return write_special(destination.kind, number, words);
    case StepDestination::Kind::relative: return write_relative(destination, repetition, words);
    }
    return true;
}

bool OperandAccess::write_components(const StepDestination& destination,
                                     std::span<const LaneWords> words) {
    for (unsigned i = 0; i < words.size(); ++i) {
        if (!write_destination(destination, i, words[i].data())) {
            return false;
        }
    }
    return true;
}

bool OperandAccess::write_special(StepDestination::Kind kind, std::uint16_t number,
                                  const std::uint32_t* words) {
    const bool is_address = kind == StepDestination::Kind::address;
    if (number >= (is_address ? kAddressRegister1 + 1 : kNoRegister)) {
        return fail(FaultKind::register_range,
                    describe(state_.pc) + " writes a register that is none");
    }
    if (is_address) {
        std::uint32_t* target = state_.wave.full(number);
        for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
            target[lane] = executes(lane) ? words[lane] & 0xffff : target[lane];
        }
        return true;
    }
    LaneMask& predicate = state_.wave.predicates[number - kPredicateRegister];
    if (kind == StepDestination::Kind::wave_predicate) {
        // The instruction computes one value for all lanes, whichever of them are active.
        const bool is_set = state_.lanes.any() && words[state_.lanes.lowest()] != 0;
        predicate = is_set ? state_.wave.all_lanes() : LaneMask{};
        return true;
    }
    LaneMask set;
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        set.words[lane / 64] |= std::uint64_t{words[lane] != 0} << lane % 64;
    }
    predicate = (predicate - state_.lanes) | (set & state_.lanes);
    return true;
}

bool OperandAccess::write_relative(const StepDestination& destination, unsigned repetition,
                                   const std::uint32_t* words) {
    const LaneMask lanes = state_.lanes;
    bool fine = true;
    for (unsigned lane = 0; lane < state_.wave.lanes() && fine; ++lane) {
        if (!lanes.test(lane)) {
            continue;
        }
        const std::int32_t component =
            static_cast<std::int16_t>(state_.wave.full(kAddressRegister)[lane]) +
            destination.offset + static_cast<std::int32_t>(repetition);
        if (component < 0 || component >= kSharedRegisterFirst) {
            fine = fail(FaultKind::register_range, describe(state_.pc) + " writes component " +
                                                       std::to_string(component) +
                                                       " of the registers");
            break;
        }
        state_.lanes = LaneMask::single(lane);
        fine = write_register(static_cast<std::uint16_t>(component), destination.half, words);
    }
    state_.lanes = lanes;
    return fine;
}

bool OperandAccess::read_vector(const StepSource& source, unsigned count, LaneWords* words) {
    for (unsigned i = 0; i < count; ++i) {
        const auto number = static_cast<std::uint16_t>(source.number + i);
        const std::uint32_t* found = read_register(number, source.half, words[i]);
        if (!found) {
            return false;
        }
        if (found != words[i].data()) {
            std::copy_n(found, state_.wave.stride(), words[i].data());
        }
    }
    return true;
}

} // namespace jacquard::ir3
