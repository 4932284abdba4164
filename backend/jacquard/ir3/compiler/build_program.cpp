#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/compiler/build_program.h>
#include <jacquard/ir3/compiler/contract/check_workgroup.h>
#include <jacquard/ir3/compiler/contract/group_room.h>
#include <jacquard/ir3/compiler/contract/shader_property.h>
#include <jacquard/ir3/compiler/finish/encode_graph.h>
#include <jacquard/ir3/compiler/finish/passes.h>
#include <jacquard/ir3/compiler/finish/word_origins.h>
#include <jacquard/ir3/compiler/graph/describe.h>
#include <jacquard/ir3/compiler/optimise/passes.h>
#include <jacquard/ir3/compiler/options/internal_fault.h>
#include <jacquard/ir3/compiler/options/line_error.h>
#include <jacquard/ir3/compiler/registers/check_registers.h>
#include <jacquard/ir3/compiler/registers/passes.h>
#include <jacquard/ir3/compiler/schedule/passes.h>
#include <jacquard/ir3/compiler/select/describe_program.h>
#include <jacquard/ir3/compiler/select/sampler_target.h>
#include <jacquard/ir3/compiler/spill/live_values.h>
#include <jacquard/ir3/compiler/spill/source_order.h>
#include <jacquard/ir3/compiler/spill/spill.h>
#include <jacquard/ir3/isa/describe/fault_words.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/target/workgroup_limits.h>

#include <algorithm>
#include <utility>

namespace jacquard::ir3 {

namespace {

void describe_samplers(const nir::Shader& shader, Graph& graph) {
    for (const nir::TextureUnit& unit : shader.info.textures) {
        graph.samplers.push_back({unit.unit, sampler_target(unit)});
    }
}

// Orders the blocks and assigns registers. When they do not suffice, orders anew with less that is
// live at a time, while that helps.
template <typename Report>
Assignment schedule_and_assign(Graph& graph, const MachineFacts& machine, const Report& report) {
    Assignment last;
    last.beyond = ~0U;
    ScheduleOptions options;
    options.num_predicates = machine.predicates;
    options.order_limit = machine.full_registers * 3U / 2;
    const SourceOrder source_order(graph);
    for (unsigned limit = machine.full_registers * 2U; limit > 0; limit /= 4) {
        options.pressure_limit = limit;
        Liveness liveness = schedule(graph, options);
        report("schedule");
        PoolVector<MovedNode> moved(graph.pool());
        if (options.order_limit != 0) {
            moved = fill_delays(graph, liveness);
            report("fill_delays");
        }
        if (!moved.empty()) {
            update_liveness(graph, moved, liveness);
        }
        const std::uint32_t before = last.beyond;
        last = assign_registers(graph, liveness, machine);
        const bool helps = before == 0 || last.beyond < before;
        if (last.is_done || !helps) {
            break;
        }
        options.order_limit = 0;
        source_order.restore(graph, moved);
    }
    return last;
}

bool registers_are_right(const Graph& graph, const MachineFacts& machine, bool check,
                         Diagnostics& diagnostics) {
    if (const std::optional<std::string> fault = find_missing_register(graph, machine)) {
        internal_fault("I902", *fault, diagnostics);
        return false;
    }
    if (!check) {
        return true;
    }
    if (const std::optional<std::string> fault = find_lost_value(graph, machine)) {
        internal_fault("I903", *fault, diagnostics);
        return false;
    }
    return true;
}

bool words_are_right(const Program& program, Revision revision, bool check,
                     Diagnostics& diagnostics) {
    if (!check) {
        return true;
    }
    CheckOptions options;
    options.lanes_may_part = true;
    options.num_constants = program.immediates.base_vec4 * 4 +
                            static_cast<std::uint32_t>(program.immediates.values.size());
    const std::vector<Fault> faults = check_program(program, revision, options);
    for (const Fault& fault : faults) {
        internal_fault("I904", std::string(words_of(fault.kind).code) + ": " + fault.message,
                       diagnostics);
    }
    return faults.empty();
}

// Whether all waves of a workgroup run at a time, where they wait for each other.
bool has_room(const Graph& graph, const Program& program, const MachineFacts& machine,
              Attempt& attempt, Diagnostics& diagnostics) {
    std::string fault = never_together(group_needs(graph, program), machine, program.gpu);
    if (fault.empty()) {
        return true;
    }
    if (!attempt.holds_group) {
        attempt.lacks_registers = true;
        attempt.lacks_room = true;
    } else {
        error_of_line(diagnostics, "I303", std::move(fault), first_barrier(graph)->origin,
                      program.source_files);
    }
    return false;
}

// Orders the blocks so that few values live at a time; returns where most do.
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

// Keeps values in memory, so that what is live fits into the registers.
bool spill_values(Graph& graph, const MachineFacts& machine, unsigned percent) {
    if (!tidy_views(graph)) {
        return false;
    }
    const RegisterBudget all(machine, 100);
    const std::uint32_t most = all.taken(order_for_pressure(graph, machine).live);
    graph.beyond_registers = most - std::min(most, all.full());
    if (!spill(graph, RegisterBudget(machine, percent))) {
        return false;
    }
    eliminate_dead_code(graph); // what is made anew at all of its readers
    return true;
}

// Where values are kept in memory: hides what waiting it can without more registers, else leaves
// instructions where they are.
Assignment assign_after_spilling(Graph& graph, const MachineFacts& machine) {
    ScheduleOptions options;
    options.num_predicates = machine.predicates;
    options.order_limit = 0;
    options.pressure_limit = machine.full_registers * 3U;
    const SourceOrder source_order(graph);
    const Assignment moved = assign_registers(graph, schedule(graph, options), machine);
    if (moved.is_done) {
        return moved;
    }
    source_order.restore(graph);
    options.keeps_order = true;
    return assign_registers(graph, schedule(graph, options), machine);
}

// Names the place at which most registers are needed.
void report_pressure(Graph& graph, const MachineFacts& machine, const WaveNeeds& needs,
                     std::span<const std::string> source_files, Diagnostics& diagnostics) {
    SourceLine line;
    std::string message = "a shader that needs more registers than there are is not supported";
    message += machine.private_memory ? " yet" : " by parts without private memory";
    if (tidy_views(graph)) {
        const HighestPressure highest = order_for_pressure(graph, machine);
        if (highest.node != nullptr) {
            line = highest.node->origin;
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

bool build_program(const nir::Shader& shader, const CompileOptions& options,
                   Diagnostics& diagnostics, Attempt& attempt, const std::function<void()>& let_go,
                   Program& program) {
    const std::optional<Revision> revision = revision_of_part(options.gpu);
    if (!revision) {
        diagnostics.error("I102", {}, "there is no part " + std::to_string(options.gpu));
        return false;
    }
    if (!check_workgroup(shader, options, diagnostics)) {
        return false;
    }
    MachineFacts machine = machine_of(options);

    Arena arena;
    arena.charge_to(shader.arena.budget());
    Graph graph(arena, *revision);
    graph.resources = options.resources;
    const auto report = [&](std::string_view pass) {
        if (options.observer != nullptr) {
            options.observer->after_pass(pass, graph);
        }
    };
    graph.private_bytes = property_of(shader, "scratch_size");
    if (!translate(shader, options, machine, attempt.longest_array, graph, diagnostics)) {
        return false;
    }
    describe_samplers(shader, graph);
    describe_program(shader, options, program);
    if (attempt.holds_group) {
        if (const WaveNeeds needs = group_needs(graph, program); needs.waits) {
            limit_registers(needs, machine);
        }
    }
    if (let_go) {
        let_go();
    }
    report("translate");
    if (attempt.hoists) {
        hoist_uniforms(graph, machine);
    }
    load_uniforms(graph);
    if (graph.has_preamble) {
        report("hoist_uniforms");
    }
    propagate_copies(graph, machine);
    report("propagate_copies");
    eliminate_common_subexpressions(graph);
    eliminate_dead_code(graph);
    report("eliminate_dead_code");
    if (prefetch_textures(graph, machine)) {
        eliminate_dead_code(graph);
        report("prefetch_textures");
    }
    attempt.has_preamble = graph.has_preamble;
    if (attempt.percent == kExplains) {
        report_pressure(graph, machine, group_needs(graph, program), program.source_files,
                        diagnostics);
        return false;
    }
    if (attempt.percent != 0) {
        if (!spill_values(graph, machine, attempt.percent)) {
            attempt.lacks_registers = true;
            return false;
        }
        report("spill");
    }
    if (graph.has_branches()) {
        leave_ssa(graph);
        report("leave_ssa");
    }
    group_neighbours(graph);
    report("group_neighbours");
    compute_depth(graph);
    const Assignment assignment = attempt.percent != 0
                                      ? assign_after_spilling(graph, machine)
                                      : schedule_and_assign(graph, machine, report);
    if (!assignment.is_done) {
        attempt.lacks_registers = true;
        attempt.preamble_lacks = assignment.beyond_in_preamble != 0;
        return false;
    }
    report("assign_registers");
    if (!registers_are_right(graph, machine, options.check, diagnostics)) {
        return false;
    }
    lay_out_blocks(graph);
    report("lay_out_blocks");
    mark_last_reads(graph);
    legalise(graph, machine);
    report("legalise");

    program.private_bytes = graph.private_bytes;
    program.statistics.private_bytes = graph.private_bytes;
    program.statistics.beyond_registers = graph.beyond_registers;
    if (!encode_graph(graph, machine, program.source_files, program, diagnostics) ||
        !has_room(graph, program, machine, attempt, diagnostics) ||
        !words_are_right(program, *revision, options.check, diagnostics)) {
        return false;
    }
    program.lines = word_origins(graph);
    return true;
}

} // namespace jacquard::ir3
