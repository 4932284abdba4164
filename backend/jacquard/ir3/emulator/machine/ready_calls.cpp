#include <jacquard/ir3/emulator/decode/four_lanes.h>
#include <jacquard/ir3/emulator/machine/machine.h>

#include <algorithm>

namespace jacquard::ir3 {
namespace {

// What modifiers do to a register, as kernels whose fields are a mask.
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

// Adds the calls that an operation takes; one without a kernel where it takes more than calls.
void Emulator::State::add_call(const LaneOperation& operation) {
    const unsigned stride = wave.stride();
    std::uint32_t* const words = wave.full_words();
    const unsigned scratch = Wave::first_spread(wave.merged_registers()) + Wave::kMostSpread;
    ReadyCall call;
    call.operation = static_cast<std::uint32_t>(&operation - code_->operations.data());
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

void Emulator::State::prepare_calls() {
    const unsigned stride = wave.stride();
    std::uint32_t* const words = wave.full_words();
    if (ready_.program == code_->identity && ready_.words == words) {
        return;
    }
    ready_ = {code_->identity, words, {}, {}, {}, {}};
    ready_.of.reserve(code_->operations.size() + 1);
    for (const LaneOperation& operation : code_->operations) {
        ready_.of.push_back(static_cast<std::uint32_t>(ready_.calls.size()));
        add_call(operation);
    }
    ready_.of.push_back(static_cast<std::uint32_t>(ready_.calls.size()));
    std::uint32_t run = 0;
    for (std::size_t i = ready_.calls.size(); i-- > 0;) {
        ReadyCall& call = ready_.calls[i];
        call.run = run = call.kernel != nullptr ? run + 1 : 0;
    }
    // Nobody else writes where words are spread.
    std::uint32_t* target = words + Wave::first_spread(wave.merged_registers()) * stride;
    for (std::uint32_t i = 0; i < code_->spread_words.size(); ++i, target += stride) {
        if (code_->spread_words[i].kind == LaneOperand::Kind::constant) {
            ready_.constants.push_back(i);
        } else {
            fill(target, code_->spread_words[i].word, stride);
        }
    }
}

// False where a constant is not there: the instruction that reads it finds that out.
bool Emulator::State::spread_words() {
    const unsigned count = wave.stride();
    const std::span<const std::uint32_t> constants = environment_->constants;
    std::uint32_t* const target =
        wave.full_words() + Wave::first_spread(wave.merged_registers()) * count;
    for (const std::uint32_t number : ready_.constants) {
        const LaneOperand& operand = code_->spread_words[number];
        if (operand.number >= constants.size()) {
            return false;
        }
        fill(target + number * count, operand.change(constants[operand.number]), count);
    }
    return true;
}

// False where copies are not all that reading them takes, or one is not there.
bool Emulator::State::find_varyings() {
    const MachineFacts& machine = code_->machine;
    const bool own_ways = machine.flat_varying || machine.loads_flat_varyings;
    const std::size_t count = wave.lanes();
    if (count != wave.stride() || moves_weights() ||
        (own_ways && !environment_->flat_varyings.empty())) {
        return false;
    }
    const std::span<const std::uint32_t> varyings = environment_->varyings;
    return std::all_of(ready_.varyings.begin(), ready_.varyings.end(), [&](std::uint32_t number) {
        ReadyCall& call = ready_.calls[number];
        const std::size_t component = code_->operations[call.operation].sources[0].number;
        if ((component + 1) * count > varyings.size()) {
            return false;
        }
        call.sources[0] = varyings.data() + component * count;
        return true;
    });
}

} // namespace jacquard::ir3
