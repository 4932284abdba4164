#include <jacquard/library/frontend/stopped.h>
#include <jacquard/runs/launch/program_launch.h>

#include "handles.h"

#include <algorithm>

using namespace jacquard;
using namespace jacquard::binding;

namespace {

// Whether a pointer to so many things may be read.
bool is_array(const void* data, std::size_t count) {
    return data != nullptr || count == 0;
}

std::span<std::byte> bytes_at(void* data, std::size_t size) {
    return {static_cast<std::byte*>(data), size};
}

bool is_complete(const jacquard_launch_options& options) {
    if (!is_array(options.arguments, options.argument_count) ||
        !is_array(options.ranges, options.range_count) ||
        !is_array(options.bindings, options.binding_count) ||
        !is_array(options.constants, options.constant_count) ||
        !is_array(options.push_constants, options.push_constant_count)) {
        return false;
    }
    const auto has_memory = [](const auto& each) { return is_array(each.data, each.size); };
    const auto is_argument = [&](const jacquard_argument& each) {
        return each.kind <= JACQUARD_ARGUMENT_LOCAL &&
               (each.kind == JACQUARD_ARGUMENT_LOCAL || each.kind == JACQUARD_ARGUMENT_POINTER ||
                has_memory(each));
    };
    return std::all_of(options.arguments, options.arguments + options.argument_count,
                       is_argument) &&
           std::all_of(options.ranges, options.ranges + options.range_count, has_memory) &&
           std::all_of(options.bindings, options.bindings + options.binding_count, has_memory);
}

driver::GivenArgument given_of(const jacquard_argument& argument) {
    driver::GivenArgument given;
    given.name = argument.name != nullptr ? argument.name : "";
    switch (argument.kind) {
    case JACQUARD_ARGUMENT_BUFFER:
        given.kind = driver::GivenArgument::Kind::buffer;
        given.buffer = bytes_at(argument.data, argument.size);
        break;
    case JACQUARD_ARGUMENT_VALUE:
        given.kind = driver::GivenArgument::Kind::value;
        given.value = bytes_at(argument.data, argument.size);
        break;
    case JACQUARD_ARGUMENT_POINTER:
        given.kind = driver::GivenArgument::Kind::pointer;
        given.address = argument.address;
        break;
    default:
        given.kind = driver::GivenArgument::Kind::local;
        given.local_bytes = argument.size;
        break;
    }
    return given;
}

driver::ProgramLaunch launch_of(const jacquard_launch_options& options) {
    driver::ProgramLaunch launch;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        launch.grid[axis] = std::max(options.grid[axis], 1U);
        launch.group[axis] = options.group[axis];
    }
    for (std::size_t i = 0; i < options.argument_count; ++i) {
        launch.arguments.push_back(given_of(options.arguments[i]));
    }
    for (std::size_t i = 0; i < options.range_count; ++i) {
        const jacquard_range& range = options.ranges[i];
        launch.ranges.push_back({range.name != nullptr ? range.name : "", range.address,
                                 bytes_at(range.data, range.size)});
    }
    for (std::size_t i = 0; i < options.binding_count; ++i) {
        const jacquard_binding& binding = options.bindings[i];
        launch.bindings.push_back(
            {binding.set, binding.binding, binding.element, bytes_at(binding.data, binding.size)});
    }
    launch.constants = {options.constants, options.constant_count};
    launch.push_constants = {options.push_constants, options.push_constant_count};
    launch.check_hazards = options.without_hazards == 0;
    launch.threads = options.threads;
    return launch;
}

// Hands a trace on to the caller.
class CallerTrace final : public driver::LaunchTrace {
  public:
    explicit CallerTrace(const jacquard_launch_options& options)
        : callback_(options.on_trace), user_(options.trace_user) {
        first_word = options.trace_first_word;
        end_word = options.trace_end_word != 0 ? options.trace_end_word : end_word;
        if ((options.trace_lanes[0] | options.trace_lanes[1]) != 0) {
            lanes.words = {options.trace_lanes[0], options.trace_lanes[1]};
        }
        memory = options.trace_memory != nullptr ? options.trace_memory : "";
    }

    void executed(const driver::TracedInstruction& instruction) override {
        accesses_.clear();
        for (const driver::TracedAccess& access : instruction.accesses) {
            accesses_.push_back({access.memory.data(), access.memory.size(), access.address,
                                 access.word, access.bytes, access.lane,
                                 access.is_store ? 1U : 0U});
        }
        jacquard_trace_event event{};
        event.struct_size = sizeof event;
        event.word = instruction.word;
        event.wave = instruction.wave;
        std::copy(instruction.group.begin(), instruction.group.end(), event.group);
        std::copy(instruction.lanes.words.begin(), instruction.lanes.words.end(), event.lanes);
        event.accesses = accesses_.data();
        event.access_count = accesses_.size();
        callback_(user_, &event);
    }

  private:
    jacquard_trace_callback callback_;
    void* user_;
    std::vector<jacquard_trace_access> accesses_;
};

// Reports the faults of a launch at the lines that they come from. The first one says how it ended.
jacquard_status tell(const std::vector<driver::LaunchFault>& faults, const ir3::Program& program,
                     Input& input) {
    for (const driver::LaunchFault& fault : faults) {
        std::string message = fault.message;
        if (fault.line.exists()) {
            const bool has_file = fault.line.file < program.source_files.size();
            message +=
                ", from " +
                (has_file ? program.source_files[fault.line.file] + ':' : std::string("line ")) +
                std::to_string(fault.line.line);
        }
        input.diagnostics().error(fault.code, {}, std::move(message));
    }
    const std::string_view first = faults.empty() ? "D204" : std::string_view(faults[0].code);
    return input.tell(static_cast<jacquard_status>(driver::status_of_code(first)));
}

} // namespace

extern "C" {

jacquard_status jacquard_launch(jacquard_context* context, const jacquard_program* program,
                                const jacquard_launch_options* options,
                                jacquard_launch_result* result) {
    if (context == nullptr || program == nullptr || options == nullptr ||
        (result != nullptr && !is_struct_size<jacquard_launch_result>(result->struct_size))) {
        return JACQUARD_WRONG_USE;
    }
    return guarded([&] {
        const std::optional<jacquard_launch_options> known = read(options);
        if (!known || !is_complete(*known)) {
            return JACQUARD_WRONG_USE;
        }
        Input input(*context, nullptr);
        driver::ProgramLaunch launch = launch_of(*known);
        std::optional<CallerTrace> trace;
        if (known->on_trace != nullptr) {
            launch.trace = &trace.emplace(*known);
        }
        std::vector<driver::LaunchFault> faults;
        const std::optional<driver::LaunchResult> done =
            driver::launch(program->program, launch, context->limits, faults);
        if (!done) {
            return tell(faults, program->program, input);
        }
        if (result != nullptr) {
            jacquard_launch_result told{};
            std::copy(done->groups.begin(), done->groups.end(), told.groups);
            std::copy(done->group.begin(), done->group.end(), told.group);
            told.steps = done->steps;
            return answer(result, told);
        }
        return JACQUARD_OK;
    });
}

} // extern "C"
