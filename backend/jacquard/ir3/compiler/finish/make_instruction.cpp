#include <jacquard/ir3/compiler/finish/make_instruction.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>

namespace jacquard::ir3 {

namespace {

Operand immediate_operand(const Node& node, std::size_t index, const Register& source) {
    if (opcode_info(node).category != Category::move && reads_float(node, index)) {
        return Operand::table_immediate(float_table_index(static_cast<std::uint32_t>(source.value)),
                                        source.half);
    }
    return Operand::immediate(source.value, source.half);
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

// Operands say nothing yet where they are set.

void set_number(Operand& operand, OperandKind kind, std::uint16_t number, bool half) {
    operand.kind = kind;
    operand.number = number;
    operand.half = half;
}

void set_array(const Graph& graph, const Register& access, RegisterUse& registers,
               Operand& operand) {
    const RegisterArray& array = graph.arrays[access.number];
    const auto place = static_cast<std::int32_t>(array.number) + access.value;
    operand = access.relative ? Operand::relative_gpr(place, array.half)
                              : Operand::gpr(static_cast<std::uint16_t>(place), array.half);
    registers.use(array);
}

void set_destination(const Graph& graph, const Node& node, RegisterUse& registers,
                     Operand& operand) {
    const Register& dst = node.dst;
    switch (dst.kind) {
    case RegisterKind::ssa:
        if (node.write_mask != 0 && dst.number != kNoRegister) {
            registers.use_vector(node);
        }
        [[fallthrough]];
    case RegisterKind::shared: set_number(operand, OperandKind::gpr, dst.number, dst.half); break;
    case RegisterKind::predicate:
        operand = Operand::predicate(dst.number);
        // A predicate has no width: the word says the one of the sources.
        operand.half = !node.sources().empty() && node.sources()[0].half;
        break;
    case RegisterKind::address:
        operand = Operand::gpr(
            dst.number == kDescriptorAddress ? kAddressRegister1 : kAddressRegister, true);
        break;
    case RegisterKind::constant:
        // Copies of many go where a1.x says.
        if (node.resource.num_vec4 == 0) {
            operand = Operand::constant(dst.number);
        }
        break;
    case RegisterKind::array: set_array(graph, dst, registers, operand); break;
    case RegisterKind::render_target: operand = Operand::gpr(dst.number); break;
    default: break;
    }
}

void set_source(const Graph& graph, const Node& node, std::size_t index, RegisterUse& registers,
                Operand& operand) {
    const Register& source = node.sources()[index];
    switch (source.kind) {
    case RegisterKind::none: return;
    case RegisterKind::ssa:
        set_number(operand, OperandKind::gpr, source.definition->dst.number, source.half);
        registers.use(operand.number, source.definition->length, source.half);
        break;
    case RegisterKind::shared: operand = Operand::gpr(source.number, source.half); break;
    case RegisterKind::constant:
        set_number(operand, OperandKind::constant, source.number, source.half);
        break;
    case RegisterKind::relative_constant:
        operand = Operand::relative_constant(source.value, source.half);
        break;
    case RegisterKind::immediate: operand = immediate_operand(node, index, source); break;
    case RegisterKind::array: set_array(graph, source, registers, operand); break;
    case RegisterKind::address: operand = Operand::gpr(kAddressRegister, true); break;
    case RegisterKind::predicate:
        operand = Operand::predicate(source.definition->dst.number, source.negate);
        return;
    case RegisterKind::render_target: return; // is only written
    }
    operand.repeat = source.repeat;
    operand.negate = source.negate;
    operand.absolute = source.absolute;
}

void set_sources(const Graph& graph, const Node& node, RegisterUse& registers,
                 Instruction& instruction) {
    const OpcodeInfo& info = opcode_info(node);
    const std::size_t num_sources = node.sources().size();
    // An end without sources of its own keeps the outputs alive, and atomics read more than they
    // name. A texture instruction may have no source but the numbers of its descriptors.
    std::size_t named = 0;
    if (info.num_sources != 0 || info.category == Category::texture) {
        const std::size_t most =
            info.category == Category::memory ? std::size_t{info.num_sources} : 3;
        named = std::min(num_sources, most);
        Operand* const operands[] = {&instruction.src0, &instruction.src1, &instruction.src2,
                                     &instruction.src3};
        for (std::size_t i = 0; i < named; ++i) {
            set_source(graph, node, i, registers, *operands[i]);
        }
    }
    for (std::size_t i = named; i < num_sources; ++i) {
        registers.use_source(graph, node.sources()[i]);
    }
}

} // namespace

Instruction make_instruction(const Graph& graph, const Node& node, RegisterUse& registers) {
    Instruction instruction;
    instruction.opcode = node.opcode;
    set_destination(graph, node, registers, instruction.dst);
    set_sources(graph, node, registers, instruction);
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
    instruction.signedness = node.signedness;
    instruction.pack = node.pack;
    if (!node.sources().empty()) {
        instruction.full = !node.sources()[0].half;
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
        if (node.dst.kind == RegisterKind::render_target) {
            instruction.alias_scope = AliasScope::render_target;
            instruction.alias_width = AliasWidth::bits32;
            instruction.alias_reading = AliasReading::bits;
        }
        break;
    default: break;
    }
    return instruction;
}

} // namespace jacquard::ir3
