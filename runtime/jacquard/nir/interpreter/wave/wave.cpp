#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/nir/interpreter/wave/wave.h>
#include <jacquard/nir/text/print/printer.h>

#include <algorithm>
#include <array>
#include <utility>

namespace jacquard::nir::interpreter {

Wave::Wave(const ProgramData& program, unsigned num_lanes)
    : lanes(num_lanes), values(program, num_lanes), memory(program, num_lanes), weak(values),
      control_(program, lanes), lane_calls_(program, values),
      fixed_accesses_(*this, values, lanes, memory, weak) {
    for (const InitialValue& initial : program.initial_values) {
        if (initial.values != nullptr) {
            fill(initial.place, initial.values);
        }
    }
}

void Wave::fill(const Place& place, const ConstantValue* constants) {
    for (unsigned c = 0; c < place.num_components; ++c) {
        for (unsigned lane = 0; lane < values.num_lanes; ++lane) {
            values.write(place, c, lane, constants[c].u64);
        }
    }
}

void Wave::start(const Environment& surroundings, const RunOptions& run_options,
                 unsigned wave_number, unsigned wave_count, ConcurrentRun* run,
                 unsigned agent_number) {
    environment = &surroundings;
    options = &run_options;
    number = wave_number;
    num_waves = wave_count;
    if (undef_value_ != run_options.undef_value) {
        undef_value_ = run_options.undef_value;
        std::array<ConstantValue, kMaxComponents> undefined;
        undefined.fill(constant_from_bits(undef_value_, 64));
        for (const InitialValue& initial : values.program->initial_values) {
            if (initial.values == nullptr) {
                fill(initial.place, undefined.data());
            }
        }
    }
    for (const RegisterPlace& reg : values.program->registers) {
        std::memset(values.at(reg.place.offset), 0,
                    std::size_t{reg.stride} * reg.num_elements * values.row_lanes);
    }
    lanes.start(surroundings.helpers);
    memory.start(surroundings);
    weak.start(run, agent_number);
    control_.start();
    fixed_accesses_.start(surroundings);
    fault = {};
    is_waiting = false;
    barrier_ = nullptr;
    clock = surroundings.clock;
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
    const Place& value = values.result(step);
    std::array<std::array<ConstantValue, kMaxComponents>, kMaxComponents> operands;
    std::array<const ConstantValue*, kMaxComponents> pointers;
    std::array<ConstantValue, kMaxComponents> computed;
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        pointers[i] = operands[i].data();
    }
    bool is_computed = true;
    lanes.active.for_each([&](unsigned lane) {
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            for (unsigned c = 0; c < alu.source_components(i); ++c) {
                operands[i][c].u64 =
                    values.read(values.source(step, i), alu.sources()[i].swizzle[c], lane);
            }
        }
        is_computed =
            is_computed &&
            evaluate(alu.opcode, alu.unsized_bit_size(), value.num_components, pointers.data(),
                     computed.data(), values.program->shader->info.float_controls);
        for (unsigned c = 0; c < value.num_components; ++c) {
            values.write(value, c, lane, computed[c].u64);
        }
    });
    return is_computed || fail(FaultKind::malformed, step, "the opcode has no value at this width");
}

Wave::Outcome Wave::resume(std::uint64_t& steps_left) {
    return weak.is_concurrent() ? run_steps<true>(steps_left) : run_steps<false>(steps_left);
}

template <bool IsConcurrent>
Wave::Outcome Wave::run_steps(std::uint64_t& steps_left) {
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
        const Step& step = control_.next();
        if constexpr (IsConcurrent) {
            weak.begin_step(step);
        }
        switch (step.kind) {
        case StepKind::lanes: lane_calls_.compute(step.first, count_batch(step)); break;
        case StepKind::fixed: {
            const std::uint64_t count = count_batch(step);
            const std::uint64_t left = IsConcurrent ? fixed_accesses_.run_one_by_one(step, count)
                                                    : fixed_accesses_.run(step, count);
            if (IsConcurrent && weak.take_switch()) {
                if (fixed_accesses_.is_amid_step()) {
                    control_.repeat_step();
                }
                steps_left += left;
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
            std::memcpy(values.at(step.first), values.at(step.second),
                        std::size_t{step.bytes} * step.rows * values.row_lanes);
            break;
        case StepKind::blend:
            values.blend(values.at(step.first), values.at(step.second), step.bytes, step.rows,
                         lanes.active);
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
                if (IsConcurrent && weak.take_switch()) {
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
        case StepKind::if_begin:
            control_.begin_if(step, values.condition(values.at(step.second), step.bytes));
            break;
        case StepKind::if_else: control_.begin_else(step); break;
        case StepKind::if_end: control_.end_if(step); break;
        case StepKind::loop_begin: control_.begin_loop(); break;
        case StepKind::loop_end:
            if (control_.end_loop(step) && IsConcurrent) {
                return Outcome::switched; // so that others go on while this one waits
            }
            break;
        case StepKind::break_loop: control_.break_loop(step); break;
        case StepKind::continue_loop: control_.continue_loop(step); break;
        case StepKind::return_function: control_.return_function(step); break;
        case StepKind::halt: control_.halt(step); break;
        case StepKind::call: control_.call(step); break;
        case StepKind::function_end:
            if (control_.end_function()) {
                if constexpr (IsConcurrent) {
                    weak.finish_loads();
                }
                return Outcome::finished;
            }
            break;
        }
    }
}

} // namespace jacquard::nir::interpreter
