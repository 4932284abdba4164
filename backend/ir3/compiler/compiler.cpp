#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/compiler/check_registers.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/encode_graph.h>
#include <jacquard/ir3/compiler/fold_workgroup_size.h>
#include <jacquard/ir3/compiler/lower_nir.h>
#include <jacquard/ir3/compiler/passes.h>
#include <jacquard/ir3/compiler/sampler_target.h>
#include <jacquard/ir3/compiler/translate.h>
#include <jacquard/ir3/isa/revision.h>

#include <algorithm>
#include <unordered_map>

namespace jacquard::ir3 {

namespace {

// 0 where the shader does not say it.
std::uint32_t property_of(const nir::Shader& shader, std::string_view name) {
    const nir::ShaderProperty* property = shader.info.property(name);
    return property != nullptr && !property->values.empty() ? property->values[0] : 0;
}

void describe_samplers(const nir::Shader& shader, Graph& graph) {
    for (const nir::TextureUnit& unit : shader.info.textures) {
        graph.samplers.push_back({unit.unit, sampler_target(unit)});
    }
}

// The order of the nodes before they are scheduled. What was scheduled once is brought back to it;
// copies of addresses, which scheduling makes, come in front of their first readers.
class SourceOrder {
  public:
    explicit SourceOrder(const Graph& graph) {
        for (const Block& block : graph.blocks) {
            for (const Node* node : block.nodes) {
                places_.emplace(node, places_.size() * 2 + 1);
            }
        }
    }

    void restore(Graph& graph) const {
        for (Block& block : graph.blocks) {
            std::unordered_map<const Node*, std::size_t> copies;
            for (const Node* node : block.nodes) {
                for_each_ssa_source(*node, [&](const Node* source) {
                    const auto place = places_.find(node);
                    if (place != places_.end() && places_.count(source) == 0) {
                        const auto known = copies.emplace(source, place->second - 1).first;
                        known->second = std::min(known->second, place->second - 1);
                    }
                });
            }
            const auto place_of = [&](const Node* node) {
                const auto place = places_.find(node);
                return place != places_.end() ? place->second : copies[node];
            };
            std::stable_sort(
                block.nodes.begin(), block.nodes.end(),
                [&](const Node* a, const Node* b) { return place_of(a) < place_of(b); });
        }
    }

  private:
    std::unordered_map<const Node*, std::size_t> places_;
};

// Orders the blocks and assigns registers. When they do not suffice, orders anew with less that is
// live at a time.
template <typename Report>
bool schedule_and_assign(Graph& graph, const MachineFacts& machine, const Report& report) {
    ScheduleOptions options;
    options.num_predicates = machine.predicates;
    options.order_limit = machine.full_registers * 3U / 2;
    const SourceOrder source_order(graph);
    for (unsigned limit = machine.full_registers * 2U; limit > 0; limit /= 4) {
        options.pressure_limit = limit;
        schedule(graph, options);
        report("schedule");
        if (assign_registers(graph, machine)) {
            return true;
        }
        options.order_limit = 0;
        source_order.restore(graph);
    }
    return false;
}

// Says that the compiler is wrong, not the shader.
void internal_fault(std::string_view code, const std::string& what, Diagnostics& diagnostics) {
    diagnostics.error(code, {}, "internal fault of the compiler, not of the shader: " + what);
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
        internal_fault("I904", fault.message, diagnostics);
    }
    return faults.empty();
}

} // namespace

MachineFacts machine_of(const CompileOptions& options) {
    return options.machine != nullptr ? *options.machine
                                      : machine_facts(*revision_of_part(options.gpu), options.gpu);
}

namespace {

// How a program is made: whether what is the same for all lanes moves to the preamble, and where is
// told, in place of a diagnostic, that there are too few registers for a program that has one.
struct Attempt {
    bool hoists = true;
    bool* lacks_registers = nullptr;
};

std::optional<Program> make_program(const nir::Shader& shader, const CompileOptions& options,
                                    Diagnostics& diagnostics, const Attempt& attempt) {
    const std::optional<Revision> revision = revision_of_part(options.gpu);
    if (!revision) {
        diagnostics.error("I102", {}, "there is no part " + std::to_string(options.gpu));
        return std::nullopt;
    }
    const MachineFacts machine = machine_of(options);

    Arena arena;
    arena.charge_to(shader.arena.budget());
    Graph graph(arena, *revision);
    graph.resources = options.resources;
    const auto report = [&](std::string_view pass) {
        if (options.observer != nullptr) {
            options.observer->after_pass(pass, graph);
        }
    };
    if (!translate(shader, options, machine, graph, diagnostics)) {
        return std::nullopt;
    }
    describe_samplers(shader, graph);
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
    if (graph.has_branches()) {
        leave_ssa(graph);
        report("leave_ssa");
    }
    group_neighbours(graph);
    report("group_neighbours");
    compute_depth(graph);
    if (!schedule_and_assign(graph, machine, report)) {
        if (attempt.lacks_registers != nullptr && graph.has_preamble) {
            *attempt.lacks_registers = true;
            return std::nullopt;
        }
        diagnostics.error("I302", {},
                          "a shader that needs more registers than there are is not "
                          "supported yet");
        return std::nullopt;
    }
    report("assign_registers");
    if (!registers_are_right(graph, machine, options.check, diagnostics)) {
        return std::nullopt;
    }
    if (graph.has_branches()) {
        lay_out_blocks(graph);
        report("lay_out_blocks");
    }
    mark_last_reads(graph);
    legalise(graph, machine);
    report("legalise");

    Program program;
    program.gpu = options.gpu;
    program.shared_bytes = property_of(shader, "shared_size");
    program.private_bytes = property_of(shader, "scratch_size");
    if (graph.stage == ShaderStage::compute) {
        program.workgroup_size =
            fixed_workgroup_size(shader).value_or(std::array<std::uint32_t, 3>{1, 1, 1});
    }
    if (!encode_graph(graph, machine, program, diagnostics) ||
        !words_are_right(program, *revision, options.check, diagnostics)) {
        return std::nullopt;
    }
    return program;
}

} // namespace

std::optional<Program> compile(nir::Shader& shader, const CompileOptions& options,
                               Diagnostics& diagnostics) {
    if (!revision_of_part(options.gpu)) {
        diagnostics.error("I102", {}, "there is no part " + std::to_string(options.gpu));
        return std::nullopt;
    }
    std::string fault;
    const std::unique_ptr<nir::Shader> lowered = lower_nir(shader, options, fault);
    if (!fault.empty()) {
        internal_fault("I905", fault, diagnostics);
        return std::nullopt;
    }
    return compile_lowered(lowered != nullptr ? *lowered : shader, options, diagnostics);
}

std::optional<Program> compile_lowered(const nir::Shader& shader, const CompileOptions& options,
                                       Diagnostics& diagnostics) {
    bool lacks_registers = false;
    std::optional<Program> program =
        make_program(shader, options, diagnostics, {true, &lacks_registers});
    if (!program && lacks_registers) {
        // All that the preamble computes at once may be what does not fit.
        program = make_program(shader, options, diagnostics, {false, nullptr});
    }
    return program;
}

} // namespace jacquard::ir3
