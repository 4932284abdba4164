// Turns legalised nodes into machine words and collects what a driver must know of them.
//
// Before: registers are assigned, waits are in place, no meta instruction is left.
// After: one word an instruction; the header says where inputs, outputs and constants live.

#include <jacquard/ir3/compiler/branch_stack.h>
#include <jacquard/ir3/compiler/encode_graph.h>
#include <jacquard/ir3/compiler/line_error.h>
#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/isa/codec.h>
#include <jacquard/ir3/isa/operand.h>
#include <jacquard/ir3/occupancy.h>
#include <jacquard/ir3/roles.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

Operand destination_operand(const Graph& graph, const Node& node) {
    switch (node.dst.kind) {
    case RegisterKind::ssa:
    case RegisterKind::shared: return Operand::gpr(node.dst.number, node.dst.half);
    case RegisterKind::predicate: {
        Operand operand = Operand::predicate(node.dst.number);
        // A predicate has no width: the word says the one of the sources.
        operand.half = !node.sources.empty() && node.sources[0].half;
        return operand;
    }
    case RegisterKind::address:
        return Operand::gpr(
            node.dst.number == kDescriptorAddress ? kAddressRegister1 : kAddressRegister, true);
    case RegisterKind::constant:
        // Copies of many go where a1.x says.
        return node.resource.num_vec4 != 0 ? Operand{} : Operand::constant(node.dst.number);
    case RegisterKind::array: {
        const RegisterArray& array = graph.arrays[node.dst.number];
        const auto place = static_cast<std::int32_t>(array.number) + node.dst.value;
        return node.dst.relative ? Operand::relative_gpr(place, array.half)
                                 : Operand::gpr(static_cast<std::uint16_t>(place), array.half);
    }
    default: return {};
    }
}

Operand immediate_operand(const Node& node, std::size_t index, const Register& source) {
    if (opcode_info(node).category != Category::move && reads_float(node, index)) {
        return Operand::table_immediate(float_table_index(static_cast<std::uint32_t>(source.value)),
                                        source.half);
    }
    return Operand::immediate(source.value, source.half);
}

Operand source_operand(const Graph& graph, const Node& node, std::size_t index) {
    const Register& source = node.sources[index];
    Operand operand;
    switch (source.kind) {
    case RegisterKind::none: return {};
    case RegisterKind::ssa:
        operand = Operand::gpr(source.definition->dst.number, source.half);
        break;
    case RegisterKind::shared: operand = Operand::gpr(source.number, source.half); break;
    case RegisterKind::constant: operand = Operand::constant(source.number, source.half); break;
    case RegisterKind::relative_constant:
        operand = Operand::relative_constant(source.value, source.half);
        break;
    case RegisterKind::immediate: operand = immediate_operand(node, index, source); break;
    case RegisterKind::array: {
        const RegisterArray& array = graph.arrays[source.number];
        const auto place = static_cast<std::int32_t>(array.number) + source.value;
        operand = source.relative ? Operand::relative_gpr(place, array.half)
                                  : Operand::gpr(static_cast<std::uint16_t>(place), array.half);
        break;
    }
    case RegisterKind::address: operand = Operand::gpr(kAddressRegister, true); break;
    case RegisterKind::predicate:
        return Operand::predicate(source.definition->dst.number, source.negate);
    }
    operand.repeat = source.repeat;
    operand.negate = source.negate;
    operand.absolute = source.absolute;
    return operand;
}

// The type of an atomic's data, where that has names of its own.
AtomicType atomic_type(DataType type) {
    switch (type) {
    case DataType::s32: return AtomicType::s32;
    case DataType::u16: return AtomicType::u16;
    case DataType::s16: return AtomicType::s16;
    default: return AtomicType::u32;
    }
}

Instruction make_instruction(const Graph& graph, const Node& node) {
    Instruction instruction;
    instruction.opcode = node.opcode;
    instruction.dst = destination_operand(graph, node);
    Operand* const sources[] = {&instruction.src0, &instruction.src1, &instruction.src2,
                                &instruction.src3};
    // An end without sources of its own keeps the outputs alive.
    // Atomics read more than they name.
    const std::size_t most = opcode_info(node).category == Category::memory
                                 ? std::size_t{opcode_info(node).num_sources}
                                 : 3;
    if (opcode_info(node).num_sources != 0) {
        for (std::size_t i = 0; i < node.sources.size() && i < most; ++i) {
            *sources[i] = source_operand(graph, node, i);
        }
    }
    instruction.sync_short = node.sync_short;
    instruction.jump_target = node.jump_target;
    instruction.sync_long = node.sync_long;
    instruction.end_helpers = node.end_helpers;
    instruction.saturate = node.saturate;
    instruction.unlock = node.unlock;
    instruction.end_input = node.end_input;
    instruction.repeat = node.repeat;
    instruction.nop_count = node.nop_count;
    instruction.condition = node.condition;
    instruction.round = node.round;
    if (!node.sources.empty()) {
        instruction.full = !node.sources[0].half;
    }
    switch (opcode_info(node).category) {
    case Category::move:
        instruction.src_type = node.source_type;
        instruction.dst_type = node.type;
        instruction.full = true;
        break;
    case Category::three_sources: instruction.full = true; break;
    case Category::texture:
        instruction.type = node.type;
        instruction.write_mask = static_cast<std::uint8_t>(node.write_mask);
        instruction.texture = static_cast<std::uint8_t>(node.texture.texture);
        instruction.sampler = static_cast<std::uint8_t>(node.texture.sampler);
        instruction.by_descriptor = node.texture.by_descriptor;
        instruction.base = node.texture.texture_set;
        instruction.descriptor_mode = node.texture.mode;
        instruction.is_3d = node.texture.three_dimensional;
        instruction.is_array = node.texture.array;
        instruction.is_shadow = node.texture.shadow;
        instruction.is_projected = node.texture.projected;
        instruction.has_offsets = node.texture.offset;
        instruction.is_not_1d = node.texture.two_dimensional;
        break;
    case Category::memory:
        instruction.type = node.type;
        instruction.size = node.length;
        instruction.offset =
            static_cast<std::int16_t>(std::int32_t{node.offset} + node.resource.displacement);
        instruction.type_size =
            node.resource.num_components != 0 ? node.resource.num_components : node.length;
        instruction.is_typed = node.resource.typed;
        instruction.dimensions = node.resource.dimensions;
        instruction.atomic_type = atomic_type(node.type);
        instruction.component = node.resource.component;
        instruction.mode = node.resource.mode;
        instruction.is_bindless = node.resource.bindless;
        instruction.base = node.resource.set;
        instruction.load_size = node.resource.num_vec4;
        instruction.shuffle_mode = node.shuffle;
        break;
    case Category::barrier:
        instruction.reach_global = node.resource.is_global;
        instruction.reach_local = node.resource.is_local;
        instruction.order_reads = node.resource.reads;
        instruction.order_writes = node.resource.writes;
        break;
    default: break;
    }
    return instruction;
}

class Statistics {
  public:
    explicit Statistics(ProgramStatistics& statistics) : statistics_(statistics) {}

    void count(const Graph& graph, const Node& node, bool in_preamble) {
        count_registers(graph, node);
        const std::uint32_t issues = 1U + node.repeat;
        if (in_preamble) {
            statistics_.preamble_instructions += issues + node.nop_count;
            return;
        }
        statistics_.instructions += issues + node.nop_count;
        statistics_.nops += node.nop_count;
        if (node.opcode == role::kFill) {
            statistics_.nops += issues;
        } else if (node.opcode == role::kCopy) {
            statistics_.movs += issues;
        } else if (node.opcode == role::kConvert) {
            statistics_.covs += issues;
        }
        if (node.is_spill) {
            ++(node.dst.is_ssa() ? statistics_.spill_loads : statistics_.spill_stores);
        }
        statistics_.short_syncs += node.sync_short ? 1 : 0;
        statistics_.long_syncs += node.sync_long ? 1 : 0;
    }

    void count_registers(const Graph& graph, const Node& node) {
        if (node.dst.is_ssa() && node.write_mask != 0 && node.dst.number != kNoRegister) {
            use_vector(node);
        }
        for (const Register& source : node.sources) {
            if (source.is_ssa()) {
                use(source.definition->dst.number, source.definition->length, source.half);
            } else if (source.kind == RegisterKind::array) {
                use_array(graph.arrays[source.number]);
            }
        }
        if (node.dst.kind == RegisterKind::array) {
            use_array(graph.arrays[node.dst.number]);
        }
    }

    void use_vector(const Node& node) {
        const unsigned written =
            node.write_mask == 1 ? 1U : static_cast<unsigned>(std::bit_width(node.write_mask));
        use(node.dst.number, written, node.dst.half);
    }

    // When all has been counted.
    void finish() {
        statistics_.full_registers = (ends_[0] + 3) / 4;
        statistics_.half_registers = (ends_[1] + 3) / 4;
    }

  private:
    void use_array(const RegisterArray& array) { use(array.number, array.length, array.half); }

    void use(unsigned number, unsigned count, bool half) {
        std::uint32_t& end = ends_[half ? 1 : 0];
        end = std::max(end, number + count);
    }

    ProgramStatistics& statistics_;
    std::uint32_t ends_[2] = {}; // of the components that are used: full ones, half ones
};

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
        for (const Node* node : block.nodes) {
            use(node->dst);
            std::for_each(node->sources.begin(), node->sources.end(), use);
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

} // namespace

bool encode_graph(const Graph& graph, const MachineFacts& machine,
                  std::span<const std::string> source_files, Program& program,
                  Diagnostics& diagnostics) {
    program.stage = graph.stage;
    Statistics statistics(program.statistics);
    std::vector<std::size_t> block_starts;
    std::size_t num_words = 0;
    for (const Block& block : graph.blocks) {
        block_starts.push_back(num_words);
        num_words += block.nodes.size();
    }
    program.words.reserve(num_words);
    const auto fail = [&](std::string_view code, const Node& node, std::string message) {
        error_of_line(diagnostics, code, std::move(message), node.origin, source_files);
        return false;
    };
    for (const Block& block : graph.blocks) {
        for (const Node* node : block.nodes) {
            Instruction instruction = make_instruction(graph, *node);
            if (node->target != nullptr) {
                instruction.target = static_cast<std::int32_t>(block_starts[node->target->index]) -
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
            statistics.count(graph, *node, graph.has_preamble && block.index == 0);
        }
    }
    for (const GraphInput& input : graph.inputs) {
        ProgramInput described = input.program_input;
        if (input.node != nullptr) {
            const auto number =
                static_cast<std::uint16_t>(input.node->dst.number + input.component);
            described.location = {number, input.node->dst.half};
        }
        program.inputs.push_back(std::move(described));
    }
    for (const GraphOutput& output : graph.outputs) {
        ProgramOutput described = output.program_output;
        described.location = {output.node->dst.number, output.node->dst.half};
        program.outputs.push_back(std::move(described));
    }
    program.outputs.insert(program.outputs.end(), graph.stored_outputs.begin(),
                           graph.stored_outputs.end());
    program.immediates = graph.immediates;
    program.constant_buffers = graph.constant_buffers;
    program.push_constants = graph.push_constants;
    program.driver_parameters = graph.driver_parameters;
    program.first_image_slot = graph.first_image_slot;
    program.resources.assign(graph.resources.begin(), graph.resources.end());
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
        statistics.use_vector(*node);
    }
    statistics.finish();
    program.samplers = graph.samplers;
    list_arrays(graph, machine.merged_registers, program);
    program.statistics.branch_stack = branch_stack_depth(graph);
    program.statistics.constant_length = constant_length(graph, machine);
    program.statistics.waves =
        waves_at_a_time(program.statistics.full_registers, program.statistics.half_registers,
                        program.stage, machine, workgroup_lanes(program));
    return true;
}

} // namespace jacquard::ir3
