#include <jacquard/ir3/emulator/decode/four_lanes.h>
#include <jacquard/ir3/emulator/decode/lane_results.h>
#include <jacquard/ir3/emulator/machine/operation_unit.h>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace jacquard::ir3 {

// Returns the words of an operand that is not a plain register.
const std::uint32_t* OperationUnit::fetch(const LaneOperand& operand, LaneWords& scratch) {
    const unsigned count = state_.wave.stride();
    const Wave& registers = state_.wave; // that are only read
    switch (operand.kind) {
    case LaneOperand::Kind::in_place: return registers.full(operand.number);
    case LaneOperand::Kind::full:
        for_each_four(scratch.data(), registers.full(operand.number), count,
                      [&operand](std::uint32_t word) { return operand.change(word); });
        break;
    case LaneOperand::Kind::half: {
        const unsigned shift = registers.half_shift(operand.number);
        for_each_four(scratch.data(), registers.half_home(operand.number), count,
                      [&operand, shift](std::uint32_t word) {
                          return operand.change(word >> shift & 0xffff);
                      });
        break;
    }
    case LaneOperand::Kind::constant:
        if (operand.number >= state_.environment->constants.size()) {
            state_.fail_constant_range(operand.number);
            return nullptr;
        }
        fill(scratch.data(), operand.change(state_.environment->constants[operand.number]), count);
        break;
    case LaneOperand::Kind::word: fill(scratch.data(), operand.word, count); break;
    case LaneOperand::Kind::varying: return nullptr;
    }
    return scratch.data();
}

bool OperationUnit::execute_operation(const LaneOperation& operation) {
    LaneWords scratch[3];
    LaneWords results;
    const unsigned stride = state_.wave.stride();
    std::uint32_t* const words = state_.wave.full_words();
    const std::uint16_t* const places = operation.places;
    state_.pc = operation.step; // for faults
    const std::uint32_t* sources[3];
    for (unsigned i = 0; i < 3; ++i) {
        sources[i] = words + places[i] * stride;
    }
    for (unsigned fetched = has_spread_words_ ? operation.fetched : operation.fetched_alone;
         fetched != 0; fetched &= fetched - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(fetched));
        sources[i] = fetch(operation.sources[i], scratch[i]);
        if (!sources[i]) {
            return false;
        }
    }
    const bool is_direct = state_.lanes == state_.wave.all_lanes() && operation.is_direct;
    std::uint32_t* const out = is_direct ? words + places[3] * stride : results.data();
    operation.kernel(sources[0], sources[1], sources[2], out, stride, operation.fields);
    if (operation.saturate_float) {
        saturate_float(out, stride, !operation.full_sources);
    }
    if (is_direct) {
        return true;
    }
    change_width(operation.width_change, out, stride);
    return operands_.write_destination(operation.destination, 0, out);
}

bool OperationUnit::execute_operations(std::uint32_t first, std::uint32_t count) {
    const LaneOperation* const operations = state_.code->operations.data();
    if (!has_spread_words_ || state_.lanes != state_.wave.all_lanes()) {
        return std::all_of(operations + first, operations + first + count,
                           [this](const LaneOperation& each) { return execute_operation(each); });
    }
    const unsigned stride = state_.wave.stride();
    const ReadyCall* call = ready_.calls.data() + ready_.first[first];
    const ReadyCall* const end = ready_.calls.data() + ready_.first[first + count];
    while (call != end) {
        if (call->run == 0) {
            if (!execute_operation(operations[call->operation])) {
                return false;
            }
            ++call;
            continue;
        }
        for (const ReadyCall* const stop = call + std::min<std::ptrdiff_t>(call->run, end - call);
             call != stop; ++call) {
            call->kernel(call->sources[0], call->sources[1], call->sources[2], call->destination,
                         stride, call->fields);
        }
    }
    return true;
}

// Varyings are there as they are only for ready calls, and for nobody once they are given back.
bool OperationUnit::can_execute_stretch(const Stretch& stretch) const {
    return !stretch.reads_varyings ||
           (has_ready_varyings_ && state_.lanes == state_.wave.all_lanes() &&
            !(varyings_.is_released() && state_.options->check_hazards));
}

// All of it, with the same result as one step after the other.
bool OperationUnit::execute_stretch(const Step& step) {
    const std::uint32_t first = state_.pc;
    const Stretch& stretch = step.stretch;
    if (!execute_operations(step.first_operation, stretch.num_operations)) {
        for (std::uint32_t i = first; i < state_.pc; ++i) {
            state_.slot += state_.code->steps[i].effects.slots;
        }
        state_.steps += state_.pc - first + 1;
        return false;
    }
    state_.pc = first + stretch.num_steps;
    state_.steps += stretch.num_steps;
    state_.slot += stretch.slots;
    varyings_.note_executed(stretch.reads_varyings, stretch.takes_short);
    return true;
}

} // namespace jacquard::ir3
