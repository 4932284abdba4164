// Turns legalised nodes into machine words and collects what a driver must know of them.
//
// Before: registers are assigned, waits are in place, no meta instruction is left.
// After: one word an instruction; the header says where inputs, outputs and constants live.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/contract/group_room.h>
#include <jacquard/ir3/compiler/finish/branch_stack.h>
#include <jacquard/ir3/compiler/finish/encode_graph.h>
#include <jacquard/ir3/compiler/finish/make_instruction.h>
#include <jacquard/ir3/compiler/graph/node_walk.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/options/line_error.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/target/occupancy.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace jacquard::ir3 {

namespace {

void count(const Node& node, bool in_preamble, ProgramStatistics& statistics) {
    const std::uint32_t issues = 1U + node.repeat;
    if (in_preamble) {
        statistics.preamble_instructions += issues + node.nop_count;
        return;
    }
    statistics.instructions += issues + node.nop_count;
    statistics.nops += node.nop_count;
    if (node.opcode == role::kFill) {
        statistics.nops += issues;
    } else if (node.opcode == role::kCopy) {
        statistics.movs += issues;
    } else if (node.opcode == role::kConvert) {
        statistics.covs += issues;
    }
    if (node.is_spill) {
        ++(node.dst.is_ssa() ? statistics.spill_loads : statistics.spill_stores);
    }
    statistics.short_syncs += node.sync_short ? 1 : 0;
    statistics.long_syncs += node.sync_long ? 1 : 0;
}

std::uint32_t constant_length(const Graph& graph, const MachineFacts& machine) {
    const auto immediates = static_cast<std::uint32_t>((graph.immediates.values.size() + 3) / 4);
    const bool needs_one = machine.fragment_needs_constants && graph.stage == ShaderStage::fragment;
    std::uint32_t length = std::max(graph.immediates.base_vec4 + immediates, needs_one ? 1U : 0U);
    for (const DriverParameter& parameter : graph.driver_parameters) {
        length = std::max(length, (parameter.constant + parameter.num_components + 3) / 4);
    }
    const std::uint32_t unit = machine.constant_unit;
    return (length + unit - 1) / unit * unit;
}

bool overlap(const ProgramArray& a, const ProgramArray& b, bool merged_registers) {
    const auto rows = [](const ProgramArray& array) {
        const std::uint32_t width = array.location.half ? 1 : 2;
        return std::pair(array.location.number * width,
                         (array.location.number + array.length) * width);
    };
    const bool one_file = merged_registers || a.location.half == b.location.half;
    return one_file && rows(a).first < rows(b).second && rows(b).first < rows(a).second;
}

// The arrays that are in use. Those that take turns in the same registers say when.
void list_arrays(const Graph& graph, bool merged_registers, Program& program) {
    if (graph.arrays.empty()) {
        return;
    }
    constexpr std::uint32_t kNever = 0xffffffff;
    std::vector<ProgramArray> arrays;
    for (const RegisterArray& array : graph.arrays) {
        arrays.push_back({{array.number, array.half}, array.length, kNever, 0});
    }
    std::uint32_t instruction = 0;
    const auto use = [&](const Register& access) {
        if (access.kind == RegisterKind::array) {
            ProgramArray& array = arrays[access.number];
            array.first_instruction = std::min(array.first_instruction, instruction);
            array.last_instruction = instruction;
        }
    };
    for (const Block& block : graph.blocks) {
        for (const Node* node : in_order(block.nodes)) {
            use(node->dst);
            std::for_each(node->sources().begin(), node->sources().end(), use);
            ++instruction;
        }
    }
    std::erase_if(arrays,
                  [](const ProgramArray& array) { return array.first_instruction == kNever; });
    for (const ProgramArray& array : arrays) {
        const bool takes_turns =
            std::any_of(arrays.begin(), arrays.end(), [&](const ProgramArray& other) {
                return &other != &array && overlap(array, other, merged_registers);
            });
        program.arrays.push_back(takes_turns ? array : ProgramArray{array.location, array.length});
    }
}

RegisterLocation location_in(const Node& vector, unsigned component) {
    return {static_cast<std::uint16_t>(vector.dst.number + component), vector.dst.half};
}

// Moves the lists of what a program reads and writes out of the graph, which is not needed any
// more.
void move_interface(Graph& graph, Program& program) {
    program.inputs.reserve(graph.inputs.size());
    program.outputs.reserve(graph.outputs.size() + graph.stored_outputs.size());
    for (GraphInput& input : graph.inputs) {
        ProgramInput& described = program.inputs.emplace_back(std::move(input.program_input));
        if (input.node != nullptr) {
            described.location = location_in(*input.node, input.component);
        }
    }
    for (GraphOutput& output : graph.outputs) {
        ProgramOutput& described = program.outputs.emplace_back(std::move(output.program_output));
        if (output.node != nullptr) {
            described.location = location_in(*output.node, output.leading);
        }
    }
    std::move(graph.stored_outputs.begin(), graph.stored_outputs.end(),
              std::back_inserter(program.outputs));
    program.immediates = std::move(graph.immediates);
    program.constant_buffers = std::move(graph.constant_buffers);
    program.push_constants = graph.push_constants;
    program.driver_parameters = std::move(graph.driver_parameters);
    program.first_image_slot = graph.first_image_slot;
    program.resources.assign(graph.resources.begin(), graph.resources.end());
    program.samplers = std::move(graph.samplers);
}

} // namespace

bool encode_graph(Graph& graph, const MachineFacts& machine,
                  std::span<const std::string> source_files, Program& program,
                  Diagnostics& diagnostics) {
    program.stage = graph.stage;
    RegisterUse registers;
    ArithmeticWidths arithmetic;
    std::vector<std::size_t> block_starts;
    block_starts.reserve(graph.blocks.size());
    std::size_t num_words = 0;
    for (const Block& block : graph.blocks) {
        block_starts.push_back(num_words);
        num_words += block.nodes.size();
    }
    program.words.reserve(num_words);
    const auto fail = [&](std::string_view code, const Node& node, std::string message) {
        error_of_line(diagnostics, code, std::move(message), graph.line_of(node), source_files);
        return false;
    };
    for (const Block& block : graph.blocks) {
        const bool in_preamble = graph.has_preamble && block.index == 0;
        for (const Node* node : in_order(block.nodes)) {
            Instruction instruction = make_instruction(graph, *node, registers);
            if (node->target != kNoBlock) {
                instruction.target = static_cast<std::int32_t>(block_starts[node->target]) -
                                     static_cast<std::int32_t>(program.words.size());
                if (!fits_bits(instruction.target, -int{machine.branch_offset_bits})) {
                    return fail("I302", *node,
                                "a branch over more instructions than this part can is not "
                                "supported yet");
                }
            }
            const EncodeResult encoded = encode(instruction, graph.revision);
            if (!encoded && !has_opcode(graph.revision, node->opcode)) {
                return fail("I301", *node,
                            "the part has no instruction '" +
                                std::string(opcode_name(node->opcode)) +
                                "', which the shader needs");
            }
            if (!encoded) {
                return fail("I901", *node,
                            "the instruction '" + std::string(opcode_name(node->opcode)) +
                                "' has no encoding: " + encoded.message());
            }
            program.words.push_back(encoded.word);
            count(*node, in_preamble, program.statistics);
            arithmetic.count(instruction, *node->info, in_preamble);
        }
    }
    for (const Node* node : graph.prefetches) {
        TexturePrefetch prefetch;
        prefetch.source = static_cast<std::uint8_t>(node->offset);
        prefetch.destination = {node->dst.number, node->dst.half};
        prefetch.write_mask = static_cast<std::uint8_t>(node->write_mask);
        prefetch.sampler = node->texture.sampler;
        prefetch.texture = node->texture.texture;
        prefetch.bindless = node->texture.by_descriptor;
        prefetch.sampler_set = node->texture.sampler_set;
        prefetch.texture_set = node->texture.texture_set;
        program.prefetches.push_back(prefetch);
        program.prefetch_lines.push_back(graph.line_of(*node));
        registers.use_vector(*node);
    }
    list_arrays(graph, machine.merged_registers, program);
    program.statistics.full_registers = registers.num_full();
    program.statistics.half_registers = registers.num_half();
    program.statistics.branch_stack = branch_stack_depth(graph);
    program.statistics.constant_length = constant_length(graph, machine);
    WaveNeeds needs = group_needs(graph, program);
    needs.half_arithmetic = arithmetic.is_much(machine);
    const Occupancy occupancy = occupancy_of(needs, machine);
    if (program.stage == ShaderStage::fragment || program.stage == ShaderStage::compute) {
        program.wave_size = occupancy.lanes;
    }
    program.statistics.waves = occupancy.waves;
    move_interface(graph, program);
    return true;
}

} // namespace jacquard::ir3
