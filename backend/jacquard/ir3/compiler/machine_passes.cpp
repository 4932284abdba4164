#include <jacquard/generated/pipelines/compute_depth.h>
#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/compiler/contract/group_room.h>
#include <jacquard/ir3/compiler/contract/shader_property.h>
#include <jacquard/ir3/compiler/finish/encode_graph.h>
#include <jacquard/ir3/compiler/finish/word_origins.h>
#include <jacquard/ir3/compiler/graph/describe.h>
#include <jacquard/ir3/compiler/machine_passes.h>
#include <jacquard/ir3/compiler/options/internal_fault.h>
#include <jacquard/ir3/compiler/options/line_error.h>
#include <jacquard/ir3/compiler/registers/check_registers.h>
#include <jacquard/ir3/compiler/select/describe_program.h>
#include <jacquard/ir3/compiler/select/sampler_target.h>
#include <jacquard/ir3/compiler/select/translate/translate.h>
#include <jacquard/ir3/compiler/spill/live_values.h>
#include <jacquard/ir3/compiler/spill/register_pressure.h>
#include <jacquard/ir3/isa/describe/fault_words.h>
#include <jacquard/ir3/target/workgroup_limits.h>

#include <span>
#include <string>
#include <utility>

namespace jacquard::ir3 {

namespace {

void describe_samplers(const nir::Shader& shader, Graph& graph) {
    for (const nir::TextureUnit& unit : shader.info.textures) {
        graph.samplers.push_back({unit.unit, sampler_target(unit)});
    }
}

// Reports the point of highest register pressure.
void report_pressure(Graph& graph, const MachineFacts& machine, const WaveNeeds& needs,
                     std::span<const std::string> source_files, Diagnostics& diagnostics) {
    SourceLine line;
    std::string message = "a shader that needs more registers than there are is not supported";
    message += machine.private_memory ? " yet" : " by parts without private memory";
    if (tidy_views(graph)) {
        const HighestPressure highest = order_for_pressure(graph, machine);
        if (highest.node != nullptr) {
            line = graph.line_of(*highest.node);
            message +=
                ": " + std::to_string(highest.live.full) + " components of 32 bits and " +
                std::to_string(highest.live.half) + " of 16 are live at once, more than the " +
                std::to_string(machine.full_registers * 4U) + " there are, at node " +
                std::to_string(highest.position + 1) + " of " + std::to_string(highest.num_nodes) +
                ", '" + describe_instruction(graph, *highest.node) + "'";
            if (needs.waits) {
                message += "; the " + std::to_string(needs.group_lanes) +
                           " invocations of a workgroup wait for each other at a barrier, and all "
                           "of them must have room at once";
            }
        }
    }
    error_of_line(diagnostics, "I302", std::move(message), line, source_files);
}

} // namespace

bool translate_shader(Graph& graph, ProgramMaker& maker) {
    const auto& [options, target, limits, diagnostics] = maker.order();
    const nir::Shader& shader = maker.shader();
    graph.private_bytes = property_of(shader, "scratch_size");
    if (!translate(shader, options, target, limits.longest_array, graph, diagnostics)) {
        return false;
    }
    describe_samplers(shader, graph);
    describe_program(shader, options, target, maker.program());
    graph.origins.context = &maker.program().source_context;
    return true;
}

void limit_registers_of_group(Graph& graph, ProgramMaker& maker) {
    if (const WaveNeeds needs = group_needs(graph, maker.program()); needs.waits) {
        limit_registers(needs, maker.machine());
    }
}

void free_shader(Graph& /*graph*/, ProgramMaker& maker) {
    maker.free_shader();
}

void explain_pressure(Graph& graph, ProgramMaker& maker) {
    const Program& program = maker.program();
    report_pressure(graph, maker.machine(), group_needs(graph, program), program.source_files,
                    maker.order().diagnostics);
}

bool tidy_all_views(Graph& graph, ProgramMaker& maker) {
    const bool is_tidy = tidy_views(graph);
    if (!is_tidy) {
        maker.run_short({});
    }
    return is_tidy;
}

HighestPressure order_for_pressure(Graph& graph, const MachineFacts& machine) {
    compute_depth(graph);
    const SourceOrder source_order(graph);
    const RegisterBudget all(machine, 100);
    const HighestPressure before = find_highest_pressure(graph, machine);
    ScheduleOptions options;
    options.num_predicates = machine.predicates;
    options.pressure_limit = all.full() / 2;
    schedule(graph, options);
    if (tidy_views(graph)) {
        const HighestPressure after = find_highest_pressure(graph, machine);
        if (all.taken(after.live) < all.taken(before.live)) {
            return after;
        }
    }
    source_order.restore(graph);
    (void)tidy_views(graph);
    return before;
}

bool spill_to_budget(Graph& graph, ProgramMaker& maker) {
    const bool fits = spill(graph, RegisterBudget(maker.machine(), maker.order().limits.percent));
    if (!fits) {
        maker.run_short({});
    }
    return fits;
}

void restore_order(Graph& graph, ProgramMaker& maker) {
    maker.source_order().restore(graph, maker.moved());
    maker.change_limits();
}

bool settle_registers(Graph& /*graph*/, ProgramMaker& maker) {
    maker.forget_order();
    if (!maker.is_assigned()) {
        Shortage shortage;
        shortage.of_preamble = maker.assignment().beyond_in_preamble != 0;
        maker.run_short(shortage);
    }
    return maker.is_assigned();
}

bool check_all_registers(Graph& graph, ProgramMaker& maker) {
    Diagnostics& diagnostics = maker.order().diagnostics;
    const MachineFacts& machine = maker.machine();
    if (const std::optional<std::string> fault = find_missing_register(graph, machine)) {
        internal_fault("I902", *fault, diagnostics);
        return false;
    }
    if (!maker.order().options.check) {
        return true;
    }
    if (const std::optional<std::string> fault = find_lost_value(graph, machine)) {
        internal_fault("I903", *fault, diagnostics);
        return false;
    }
    return true;
}

bool encode_program(Graph& graph, ProgramMaker& maker) {
    Program& program = maker.program();
    program.private_bytes = graph.private_bytes;
    program.statistics.private_bytes = graph.private_bytes;
    program.statistics.beyond_registers = graph.beyond_registers;
    if (!encode_graph(graph, maker.machine(), program.source_files, program,
                      maker.order().diagnostics)) {
        return false;
    }
    program.lines = word_origins(graph);
    program.lane_strides = word_strides(graph);
    program.loops = word_loops(graph);
    return true;
}

// Checks that all waves of a workgroup can run at once, if they wait for each other.
bool check_room(Graph& graph, ProgramMaker& maker) {
    const Program& program = maker.program();
    std::string fault = never_together(group_needs(graph, program), maker.machine(), program.gpu);
    if (fault.empty()) {
        return true;
    }
    if (!maker.holds_group()) {
        Shortage shortage;
        shortage.of_group = true;
        maker.run_short(shortage);
    } else {
        error_of_line(maker.order().diagnostics, "I303", std::move(fault),
                      graph.line_of(*first_barrier(graph)), program.source_files);
    }
    return false;
}

bool check_words(Graph& /*graph*/, ProgramMaker& maker) {
    if (!maker.order().options.check) {
        return true;
    }
    const Program& program = maker.program();
    CheckOptions options;
    options.lanes_may_part = true;
    options.num_constants = program.immediates.base_vec4 * 4 +
                            static_cast<std::uint32_t>(program.immediates.values.size());
    const std::vector<Fault> faults =
        check_program(program, maker.order().target.revision, options);
    for (const Fault& fault : faults) {
        internal_fault("I904", std::string(words_of(fault.kind).code) + ": " + fault.message,
                       maker.order().diagnostics);
    }
    return faults.empty();
}

} // namespace jacquard::ir3
