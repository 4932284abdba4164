#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/nir/interpreter/wave/wave.h>
#include <jacquard/nir/text/print/printer.h>

#include <algorithm>
#include <array>
#include <utility>

namespace jacquard::nir::interpreter {

Wave::Wave(const ProgramData& data, unsigned num_lanes)
    : WeakAccess(data, num_lanes), frames_(data.control_depth + 1),
      activations_(data.call_depth + 1) {
    std::size_t num_own = 0;
    for (std::size_t i = 0; i < kNumMemorySpaces; ++i) {
        const bool is_shared = kMemorySpaceInfos[i].shared_by != SharedBy::invocation;
        own_start_[i] = num_own;
        num_own += static_cast<std::size_t>(data.own_bytes[i]) * (is_shared ? 1 : num_lanes);
    }
    own_.resize(num_own);
    arrays_.reserve(data.arrays.size());
    for (const std::uint32_t offset : data.arrays) {
        arrays_.push_back(at(offset));
    }
    lane_calls_.reserve(data.lane_calls.size());
    for (const LaneCall& call : data.lane_calls) {
        const std::size_t count = std::size_t{call.rows} * row_lanes;
        lane_calls_.push_back({call.function(count), count, arrays_.data() + call.first_array});
    }
    fixed_views_.resize(data.fixed_memory.size());
    prepare_loads();
    for (const InitialValue& initial : data.initial_values) {
        if (initial.values != nullptr) {
            fill(initial.place, initial.values);
        }
    }
}

void Wave::fill(const Place& place, const ConstantValue* values) {
    for (unsigned c = 0; c < place.num_components; ++c) {
        for (unsigned lane = 0; lane < lanes; ++lane) {
            write(place, c, lane, values[c].u64);
        }
    }
}

void Wave::start(const Environment& surroundings, const RunOptions& run_options,
                 unsigned wave_number, unsigned wave_count, ConcurrentRun* run,
                 unsigned agent_number) {
    join(run, agent_number);
    barrier_ = nullptr;
    num_fixed_done_ = 0;
    environment = &surroundings;
    options = &run_options;
    number = wave_number;
    num_waves = wave_count;
    if (undef_value_ != run_options.undef_value) {
        undef_value_ = run_options.undef_value;
        std::array<ConstantValue, kMaxComponents> values;
        values.fill(constant_from_bits(undef_value_, 64));
        for (const InitialValue& initial : program->initial_values) {
            if (initial.values == nullptr) {
                fill(initial.place, values.data());
            }
        }
    }
    for (const RegisterPlace& reg : program->registers) {
        std::memset(at(reg.place.offset), 0,
                    std::size_t{reg.stride} * reg.num_elements * row_lanes);
    }
    std::fill(own_.begin(), own_.end(), std::byte{0});
    look_up_fixed_memory();
    active = all;
    terminated = {};
    halted = {};
    helpers = surroundings.helpers & all;
    fault = {};
    is_waiting = false;
    is_switching = false;
    clock = surroundings.clock;
    num_frames_ = 0;
    num_activations_ = 1;
    activations_[0] = {};
    step_ = program->entry_step;
}

MemoryView Wave::bytes_of(MemorySpace space, std::uint64_t buffer, unsigned lane) {
    const MemorySpaceInfo& info = memory_space_info(space);
    const auto index = static_cast<std::size_t>(info.storage);
    if (info.is_own) {
        const auto size = static_cast<std::size_t>(program->own_bytes[index]);
        std::byte* first = own_.data() + own_start_[index];
        if (info.shared_by == SharedBy::invocation) {
            first += lane * size;
        }
        return {first, first, size};
    }
    MemoryView given = given_bytes(*environment, space, buffer);
    if (info.is_initialised && given.size == 0) {
        const std::vector<std::byte>& initial = program->initial_data[index];
        given = {initial.data(), nullptr, initial.size()};
    }
    return given;
}

// Lanes that were terminated go on for as long as their quad has others.
void Wave::drop_idle_helpers() {
    if (terminated.none()) {
        return;
    }
    for (unsigned word = 0; word < 2; ++word) {
        const std::uint64_t alive = active.words[word] & ~terminated.words[word];
        std::uint64_t quads = alive | (alive >> 1);
        quads |= quads >> 2;
        quads &= 0x1111'1111'1111'1111U;
        active.words[word] &= alive | (quads * 0xf);
    }
}

bool Wave::fail(FaultKind kind, const Step& step, std::string_view reason) {
    fault.kind = kind;
    fault.message = '\'' + print(*step.instruction) + "': " + std::string(reason);
    return false;
}

bool Wave::out_of_range(const Step& step) {
    return !options->fault_out_of_range ||
           fail(FaultKind::out_of_range, step, "outside of the memory there is");
}

// An opcode that the lane loops do not compute as the shader wants it.
bool Wave::evaluate_by_lane(const Step& step) {
    const auto& alu = *step.instruction->as<AluInstruction>();
    const Place& value = result(step);
    std::array<std::array<ConstantValue, kMaxComponents>, kMaxComponents> operands;
    std::array<const ConstantValue*, kMaxComponents> pointers;
    std::array<ConstantValue, kMaxComponents> computed;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        pointers[i] = operands[i].data();
    }
    bool is_computed = true;
    active.for_each([&](unsigned lane) {
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            for (unsigned c = 0; c < alu.source_components(i); ++c) {
                operands[i][c].u64 = read(source(step, i), alu.sources()[i].swizzle[c], lane);
            }
        }
        is_computed =
            is_computed &&
            evaluate(alu.opcode, alu.unsized_bit_size(), value.num_components, pointers.data(),
                     computed.data(), program->shader->info.float_controls);
        for (unsigned c = 0; c < value.num_components; ++c) {
            write(value, c, lane, computed[c].u64);
        }
    });
    return is_computed || fail(FaultKind::malformed, step, "the opcode has no value at this width");
}

Wave::Outcome Wave::resume(std::uint64_t& steps_left) {
    return concurrent_ == nullptr ? run_steps<false>(steps_left) : run_steps<true>(steps_left);
}

template <bool IsConcurrent>
Wave::Outcome Wave::run_steps(std::uint64_t& steps_left) {
    const Step* const steps = program->steps.data();
    // How many of a batch may still be done, the first of which was counted already.
    const auto count_batch = [&](const Step& step) {
        const std::uint64_t more = std::min<std::uint64_t>(step.second - 1, steps_left);
        steps_left -= more;
        return 1 + more;
    };
    for (;;) {
        if (steps_left == 0) {
            const Limits limits{.steps = options->maximum_steps};
            fault = {FaultKind::too_many_steps, limit_message(Limit::steps, limits), Limit::steps};
            return Outcome::faulted;
        }
        --steps_left;
        const Step& step = steps[step_++];
        if constexpr (IsConcurrent) {
            concurrent_->order.begin_instruction(agent_);
            finish_loads_used_by(step);
        }
        switch (step.kind) {
        case StepKind::lanes: {
            const ReadyCall* call = lane_calls_.data() + step.first;
            std::uint64_t left = count_batch(step);
            // Most are so short that the loop would take as long.
            for (; left >= 4; left -= 4, call += 4) {
                call[0].compute();
                call[1].compute();
                call[2].compute();
                call[3].compute();
            }
            for (; left != 0; --left, ++call) {
                call->compute();
            }
            break;
        }
        case StepKind::fixed: {
            const std::uint64_t count = count_batch(step);
            const std::uint64_t left =
                IsConcurrent ? access_fixed_one_by_one(step, count)
                             : access_fixed(&program->fixed_accesses[step.first], count);
            if (IsConcurrent && is_switching) {
                steps_left += left;
                is_switching = false;
                return Outcome::switched;
            }
            if (left != 0) {
                steps_left += left - 1;
                return Outcome::faulted;
            }
            break;
        }
        case StepKind::evaluate:
            if (!evaluate_by_lane(step)) {
                return Outcome::faulted;
            }
            break;
        case StepKind::copy:
            std::memcpy(at(step.first), at(step.second),
                        std::size_t{step.bytes} * step.rows * row_lanes);
            break;
        case StepKind::blend:
            blend(at(step.first), at(step.second), step.bytes, step.rows, active);
            break;
        case StepKind::call_handler:
            if (step.handler == nullptr) {
                const auto* intrinsic = step.instruction->as<IntrinsicInstruction>();
                const std::string_view reason =
                    intrinsic != nullptr ? opaque_reason(intrinsic->op) : std::string_view();
                fail(FaultKind::not_supported, step,
                     reason.empty() ? "nothing tells which memory this is in" : reason);
                return Outcome::faulted;
            }
            if (!step.handler(*this, step)) {
                if (IsConcurrent && is_switching) {
                    is_switching = false;
                    return Outcome::switched;
                }
                if (!is_waiting) {
                    return Outcome::faulted;
                }
                is_waiting = false;
                return Outcome::at_barrier;
            }
            if (extra_steps != 0) {
                steps_left -= std::min(steps_left, std::exchange(extra_steps, 0));
            }
            break;
        case StepKind::if_begin: {
            const LaneMask taken = active & condition(at(step.second), step.bytes);
            frames_[num_frames_++] = {active - taken, {}};
            active = taken;
            if (taken.none()) {
                step_ = step.first;
            }
            break;
        }
        case StepKind::if_else: {
            Frame& frame = frames_[num_frames_ - 1];
            frame.second = active;
            active = frame.first;
            if (active.none()) {
                step_ = step.first;
            }
            break;
        }
        case StepKind::if_end:
            active |= frames_[--num_frames_].second;
            if (active.none()) {
                step_ = step.target;
            }
            break;
        case StepKind::loop_begin: frames_[num_frames_++] = {}; break;
        case StepKind::loop_end: {
            Frame& frame = frames_[num_frames_ - 1];
            active |= frame.second;
            frame.second = {};
            const LaneMask before = active;
            drop_idle_helpers();
            halted |= before - active;
            if (active.any()) {
                step_ = step.first;
                if constexpr (IsConcurrent) {
                    return Outcome::switched; // so that others go on while this one waits
                }
                break;
            }
            active = frame.first;
            --num_frames_;
            if (active.none()) {
                step_ = step.target;
            }
            break;
        }
        case StepKind::break_loop:
            frames_[num_frames_ - 1 - step.second].first |= active;
            active = {};
            step_ = step.target;
            break;
        case StepKind::continue_loop:
            frames_[num_frames_ - 1 - step.second].second |= active;
            active = {};
            step_ = step.target;
            break;
        case StepKind::return_function:
            activations_[num_activations_ - 1].returned |= active;
            active = {};
            step_ = step.target;
            break;
        case StepKind::halt:
            halted |= active;
            active = {};
            step_ = step.target;
            break;
        case StepKind::call:
            activations_[num_activations_++] = {{}, step_};
            step_ = step.first;
            break;
        case StepKind::function_end: {
            const Activation& activation = activations_[--num_activations_];
            active |= activation.returned;
            if (num_activations_ == 0) {
                if constexpr (IsConcurrent) {
                    finish_loads();
                }
                return Outcome::finished;
            }
            step_ = activation.return_step;
            if (active.none()) {
                step_ = steps[step_ - 1].target;
            }
            break;
        }
        }
    }
}

} // namespace jacquard::nir::interpreter
