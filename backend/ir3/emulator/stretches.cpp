#include "lane_results.h"
#include "machine.h"

#include <bit>
#include <cstring>

namespace jacquard::ir3 {
namespace {

// Four lanes at a time, of which there always are so many.
template <typename Change>
void for_each_four(std::uint32_t* target, const std::uint32_t* words, unsigned count,
                   Change&& change) {
    for (unsigned lane = 0; lane < count; lane += 4) {
        std::array<std::uint32_t, 4> four;
        std::memcpy(four.data(), words + lane, sizeof four);
        for (std::uint32_t& word : four) {
            word = change(word);
        }
        std::memcpy(target + lane, four.data(), sizeof four);
    }
}

void fill(std::uint32_t* target, std::uint32_t word, unsigned count) {
    const std::array<std::uint32_t, 4> four{word, word, word, word};
    for (unsigned lane = 0; lane < count; lane += 4) {
        std::memcpy(target + lane, four.data(), sizeof four);
    }
}

} // namespace

// False where a constant is not there: the instruction that reads it finds that out.
bool Emulator::State::spread_words() {
    const unsigned count = wave.stride();
    const std::span<const std::uint32_t> constants = environment_->constants;
    std::uint32_t* target = wave.full_words() + Wave::first_spread(wave.merged_registers()) * count;
    for (const LaneOperand& operand : code_->spread_words) {
        std::uint32_t word = operand.word;
        if (operand.kind == LaneOperand::Kind::constant) {
            if (operand.number >= constants.size()) {
                return false;
            }
            word = operand.change(constants[operand.number]);
        }
        fill(target, word, count);
        target += count;
    }
    return true;
}

// What is no register as it is.
const std::uint32_t* Emulator::State::fetch(const LaneOperand& operand, LaneWords& scratch) {
    const unsigned count = wave.stride();
    const Wave& registers = wave; // that are only read
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
        if (operand.number >= environment_->constants.size()) {
            fail_constant_range(operand.number);
            return nullptr;
        }
        fill(scratch.data(), operand.change(environment_->constants[operand.number]), count);
        break;
    case LaneOperand::Kind::word: fill(scratch.data(), operand.word, count); break;
    }
    return scratch.data();
}

bool Emulator::State::execute_operations(std::uint32_t first, std::uint32_t count) {
    LaneWords scratch[3];
    LaneWords results;
    const unsigned stride = wave.stride();
    const bool all_lanes = lanes_ == wave.all_lanes();
    const bool has_spread_words = has_spread_words_;
    std::uint32_t* const words = wave.full_words();
    const LaneOperation* operation = code_->operations.data() + first;
    for (const LaneOperation* const end = operation + count; operation != end; ++operation) {
        const std::uint16_t* const places = operation->places;
        unsigned fetched = has_spread_words ? operation->fetched : operation->fetched_alone;
        if (all_lanes && fetched == 0 && operation->is_quick) {
            operation->kernel(words + places[0] * stride, words + places[1] * stride,
                              words + places[2] * stride, words + places[3] * stride, stride,
                              operation->fields);
            continue;
        }
        pc_ = operation->step; // for faults
        const std::uint32_t* sources[3];
        for (unsigned i = 0; i < 3; ++i) {
            sources[i] = words + places[i] * stride;
        }
        for (; fetched != 0; fetched &= fetched - 1) {
            const auto i = static_cast<unsigned>(std::countr_zero(fetched));
            sources[i] = fetch(operation->sources[i], scratch[i]);
            if (!sources[i]) {
                return false;
            }
        }
        const bool is_direct = all_lanes && operation->is_direct;
        std::uint32_t* const out = is_direct ? words + places[3] * stride : results.data();
        operation->kernel(sources[0], sources[1], sources[2], out, stride, operation->fields);
        if (operation->saturate_float) {
            saturate_float(out, stride, !operation->full_sources);
        }
        if (is_direct) {
            continue;
        }
        change_width(operation->width_change, out, stride);
        if (!write_destination(operation->destination, 0, out)) {
            return false;
        }
    }
    return true;
}

// All of it, with the same result as one step after the other.
bool Emulator::State::execute_stretch(const Step& step) {
    const std::uint32_t first = pc_;
    const Stretch& stretch = step.stretch;
    if (!execute_operations(step.first_operation, stretch.num_operations)) {
        for (std::uint32_t i = first; i < pc_; ++i) {
            slot_ += code_->steps[i].effects.slots;
        }
        steps_ += pc_ - first + 1;
        return false;
    }
    pc_ = first + stretch.num_steps;
    steps_ += stretch.num_steps;
    slot_ += stretch.slots;
    varyings_.outstanding = varyings_.outstanding && !stretch.takes_short;
    return true;
}

} // namespace jacquard::ir3
