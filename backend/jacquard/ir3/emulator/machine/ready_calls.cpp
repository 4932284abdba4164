#include <jacquard/ir3/emulator/decode/four_lanes.h>
#include <jacquard/ir3/emulator/machine/operation_unit.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// These kernels apply modifiers to a register; their fields are a mask.
void keep_bits(const std::uint32_t* source, const std::uint32_t*, const std::uint32_t*,
               std::uint32_t* destination, unsigned lanes, std::uint32_t fields) {
    for_each_four(destination, source, lanes,
                  [fields](std::uint32_t word) { return word & fields; });
}
void flip_bits(const std::uint32_t* source, const std::uint32_t*, const std::uint32_t*,
               std::uint32_t* destination, unsigned lanes, std::uint32_t fields) {
    for_each_four(destination, source, lanes,
                  [fields](std::uint32_t word) { return word ^ fields; });
}
void set_bits(const std::uint32_t* source, const std::uint32_t*, const std::uint32_t*,
              std::uint32_t* destination, unsigned lanes, std::uint32_t fields) {
    for_each_four(destination, source, lanes,
                  [fields](std::uint32_t word) { return word | fields; });
}

// Null where they do more.
LaneKernel kernel_of_modifiers(const LaneOperand& operand, std::uint32_t& fields) {
    if (operand.kind != LaneOperand::Kind::full || operand.add != 0) {
        return nullptr;
    }
    fields = operand.flip;
    if (operand.keep == ~0U) {
        return flip_bits;
    }
    if (operand.flip == ~operand.keep) {
        return set_bits;
    }
    fields = operand.keep;
    return operand.flip == 0 ? keep_bits : nullptr;
}

} // namespace

void OperationUnit::start(bool is_alike) {
    has_spread_words_ = false;
    has_ready_varyings_ = false;
    if (is_alike) {
        prepare_calls();
        has_spread_words_ = spread_words();
        has_ready_varyings_ = has_spread_words_ && find_varyings();
    }
}

// Adds the calls that an operation takes; one without a kernel where it takes more than calls.
void OperationUnit::add_call(const LaneOperation& operation) {
    const unsigned stride = state_.wave.stride();
    std::uint32_t* const words = state_.wave.full_words();
    const unsigned scratch = Wave::first_spread(state_.wave.merged_registers()) + Wave::kMostSpread;
    ReadyCall call;
    call.operation = static_cast<std::uint32_t>(&operation - state_.code->operations.data());
    const std::size_t first = ready_.calls.size();
    bool is_ready = operation.is_quick;
    for (unsigned i = 0; i < 3 && is_ready; ++i) {
        const LaneOperand& operand = operation.sources[i];
        call.sources[i] = words + operation.places[i] * stride;
        if ((operation.fetched >> i & 1) == 0 || operand.kind == LaneOperand::Kind::varying) {
            continue;
        }
        ReadyCall change = call;
        change.kernel = kernel_of_modifiers(operand, change.fields);
        change.sources[0] = change.sources[1] = change.sources[2] = words + operand.number * stride;
        change.destination = words + (scratch + i) * stride;
        call.sources[i] = change.destination;
        is_ready = change.kernel != nullptr;
        ready_.calls.push_back(change);
    }
    if (!is_ready) {
        ready_.calls.resize(first);
    } else {
        call.kernel = operation.kernel;
        call.fields = operation.fields;
        call.destination = words + operation.places[3] * stride;
        if (operation.sources[0].kind == LaneOperand::Kind::varying) {
            ready_.varyings.push_back(static_cast<std::uint32_t>(ready_.calls.size()));
        }
    }
    ready_.calls.push_back(call);
}

void OperationUnit::prepare_calls() {
    const unsigned stride = state_.wave.stride();
    std::uint32_t* const words = state_.wave.full_words();
    if (ready_.program == state_.code->identity && ready_.words == words) {
        return;
    }
    ready_ = {state_.code->identity, words, {}, {}, {}, {}};
    ready_.first.reserve(state_.code->operations.size() + 1);
    for (const LaneOperation& operation : state_.code->operations) {
        ready_.first.push_back(static_cast<std::uint32_t>(ready_.calls.size()));
        add_call(operation);
    }
    ready_.first.push_back(static_cast<std::uint32_t>(ready_.calls.size()));
    std::uint32_t run = 0;
    for (std::size_t i = ready_.calls.size(); i-- > 0;) {
        ReadyCall& call = ready_.calls[i];
        call.run = run = call.kernel != nullptr ? run + 1 : 0;
    }
    // Nobody else writes where words are spread.
    std::uint32_t* target = words + Wave::first_spread(state_.wave.merged_registers()) * stride;
    for (std::uint32_t i = 0; i < state_.code->spread_words.size(); ++i, target += stride) {
        if (state_.code->spread_words[i].kind == LaneOperand::Kind::constant) {
            ready_.constants.push_back(i);
        } else {
            fill(target, state_.code->spread_words[i].word, stride);
        }
    }
}

// False where a constant is not there: the instruction that reads it finds that out.
bool OperationUnit::spread_words() {
    const unsigned count = state_.wave.stride();
    const std::span<const std::uint32_t> constants = state_.environment->constants;
    std::uint32_t* const target =
        state_.wave.full_words() + Wave::first_spread(state_.wave.merged_registers()) * count;
    for (const std::uint32_t number : ready_.constants) {
        const LaneOperand& operand = state_.code->spread_words[number];
        if (operand.number >= constants.size()) {
            return false;
        }
        fill(target + number * count, operand.change(constants[operand.number]), count);
    }
    return true;
}

// False where copies are not all that reading them takes, or one is not there.
bool OperationUnit::find_varyings() {
    const MachineFacts& machine = state_.code->machine;
    const bool own_ways = machine.flat_varying || machine.loads_flat_varyings;
    const std::size_t count = state_.wave.lanes();
    if (count != state_.wave.stride() || varyings_.moves_weights() ||
        (own_ways && !state_.environment->flat_varyings.empty())) {
        return false;
    }
    const std::span<const std::uint32_t> varyings = state_.environment->varyings;
    return std::all_of(ready_.varyings.begin(), ready_.varyings.end(), [&](std::uint32_t number) {
        ReadyCall& call = ready_.calls[number];
        const std::size_t component = state_.code->operations[call.operation].sources[0].number;
        if ((component + 1) * count > varyings.size()) {
            return false;
        }
        call.sources[0] = varyings.data() + component * count;
        return true;
    });
}

} // namespace jacquard::ir3
