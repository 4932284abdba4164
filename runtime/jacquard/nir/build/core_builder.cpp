#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/begin_instruction.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>
#include <cassert>

namespace jacquard::nir {

void CoreBuilder::relax(Instruction& instruction) {
    SsaDef* value = instruction.def();
    if (value != nullptr && can_be_relaxed(instruction)) {
        value->relaxed = true;
    }
}

SsaDef* CoreBuilder::alu(Opcode opcode, std::span<const Operand> operands) {
    return alu(opcode, operands, 0, 0);
}

SsaDef* CoreBuilder::alu(Opcode opcode, std::span<const Operand> operands, unsigned num_components,
                         unsigned bit_size) {
    const OpcodeInfo& info = opcode_info(opcode);
    assert(operands.size() == info.num_sources);
    if (num_components == 0) {
        num_components = info.output_components;
        for (std::size_t i = 0; i < operands.size() && info.output_components == 0; ++i) {
            if (info.source_components[i] == 0) {
                num_components = std::max<unsigned>(num_components, operands[i].num_components);
            }
        }
    }
    if (bit_size == 0) {
        bit_size = info.output_type.bit_size;
        if (bit_size == 0) {
            bit_size = operands[static_cast<std::size_t>(info.width_source)].value->bit_size;
        }
    }
    const auto begin = [&](AluSource* memory, AluInstruction* parent, std::size_t i) {
        const Operand& operand = operands[i];
        auto* source = new (memory) AluSource(parent, operand.value, operand.swizzle);
        const unsigned declared = info.source_components[i];
        const unsigned wanted = declared != 0 ? declared : num_components;
        assert(operand.num_components == wanted || operand.num_components == 1);
        if (operand.num_components != wanted) {
            std::fill_n(source->swizzle.begin(), wanted, operand.swizzle[0]);
        }
    };
    AluInstruction* instruction =
        make_alu(*shader_, opcode, operands.size(), num_components, bit_size, begin);
    instruction->exact = exact && !info.is_copy;
    insert(instruction);
    return &instruction->value;
}

IntrinsicInstruction* CoreBuilder::intrinsic(IntrinsicOp op, unsigned num_components,
                                             unsigned bit_size, std::span<SsaDef* const> sources) {
    assert(sources.size() == intrinsic_info(op).num_sources);
    IntrinsicInstruction* instruction =
        make_intrinsic(*shader_, op, num_components, bit_size,
                       [&](Source* memory, IntrinsicInstruction* parent, std::size_t i) {
                           new (memory) Source(parent, sources[i]);
                       });
    insert(instruction);
    return instruction;
}

IntrinsicInstruction* CoreBuilder::naming(IntrinsicInstruction* intrinsic,
                                          std::initializer_list<Variable*> variables) {
    assert(variables.size() == intrinsic->variables().size());
    std::copy(variables.begin(), variables.end(), intrinsic->first_variable);
    return intrinsic;
}

IntrinsicInstruction* CoreBuilder::writing_all(IntrinsicInstruction* store) {
    return store->set_write_mask((1U << store->component_count) - 1);
}

SsaDef* CoreBuilder::constant(unsigned bit_size, std::span<const ConstantValue> values) {
    ConstantInstruction* instruction =
        shader_->make_constant(static_cast<unsigned>(values.size()), bit_size);
    std::copy(values.begin(), values.end(), instruction->values);
    insert(instruction);
    return &instruction->value;
}

SsaDef* CoreBuilder::imm_bits(std::uint64_t bits, unsigned bit_size) {
    const ConstantValue value = constant_from_bits(bits, bit_size);
    return constant(bit_size, std::span(&value, 1));
}

SsaDef* CoreBuilder::imm_float(double value, unsigned bit_size) {
    if (bit_size == 16) {
        return imm_bits(double_to_half(value), 16);
    }
    if (bit_size == 32) {
        return imm_bits(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 32);
    }
    return imm_bits(std::bit_cast<std::uint64_t>(value), 64);
}

SsaDef* CoreBuilder::imm_vec4(float x, float y, float z, float w) {
    const std::array<ConstantValue, 4> values = {constant_from_float(x), constant_from_float(y),
                                                 constant_from_float(z), constant_from_float(w)};
    return constant(32, values);
}

SsaDef* CoreBuilder::undef(unsigned num_components, unsigned bit_size) {
    UndefInstruction* instruction = shader_->make_undef(num_components, bit_size);
    insert(instruction);
    return &instruction->value;
}

SsaDef* CoreBuilder::whole(const Operand& operand) {
    if (operand.is_whole()) {
        return operand.value;
    }
    return alu(core::mov, std::span(&operand, 1));
}

SsaDef* CoreBuilder::vec(std::span<const Operand> scalars) {
    switch (scalars.size()) {
    case 1: return whole(scalars[0]);
    case 2: return alu(core::vec2, scalars);
    case 3: return alu(core::vec3, scalars);
    case 4: return alu(core::vec4, scalars);
    case 5: return alu(core::vec5, scalars);
    case 8: return alu(core::vec8, scalars);
    case 16: return alu(core::vec16, scalars);
    default: assert(false && "no vector has that many components"); return nullptr;
    }
}

SsaDef* CoreBuilder::spread(const Operand& scalar, unsigned num_components) {
    Operand operand = scalar;
    operand.num_components = static_cast<std::uint8_t>(num_components);
    operand.swizzle.fill(scalar.swizzle[0]);
    return whole(operand);
}

SsaDef* CoreBuilder::decl_register(unsigned num_components, unsigned bit_size,
                                   unsigned num_array_elements) {
    return &decl_reg(32)
                ->set_num_components(num_components)
                ->set_num_array_elems(num_array_elements)
                ->set_bit_size(bit_size)
                ->set_divergent(true)
                ->value;
}

SsaDef* CoreBuilder::fdot(const Operand& x, const Operand& y) {
    switch (std::max(x.num_components, y.num_components)) {
    case 2: return fdot2(x, y);
    case 3: return fdot3(x, y);
    case 4: return fdot4(x, y);
    default: assert(false && "no dot product for that many components"); return nullptr;
    }
}

// Inserts an if or loop at the cursor, and a block behind it that takes what followed the cursor.
static void insert_node(Shader& shader, const Cursor& cursor, ControlFlowNode* node) {
    Block* before = cursor.block;
    Block* after = shader.make_block();
    before->list->insert_after(before, node);
    before->list->insert_after(node, after);
    if (cursor.before == nullptr) {
        return;
    }
    for (Instruction* moved = cursor.before; moved != nullptr;) {
        Instruction* next = moved->next;
        moved->unlink();
        after->append(moved);
        moved = next;
    }
    for (Block* successor : before->successors) {
        for (Instruction* at = successor != nullptr ? successor->first : nullptr; at != nullptr;
             at = at->next) {
            auto* phi = at->as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            if (PhiSource* source = phi->source_from(before)) {
                source->predecessor = after;
            }
        }
    }
    // So that another node can be inserted behind this one before the function is linked again.
    after->successors = before->successors;
    before->successors = {};
}

IfNode* CoreBuilder::push_if(SsaDef* condition) {
    IfNode* node = shader_->make_if();
    node->condition.set(condition);
    insert_node(*shader_, cursor, node);
    cursor = Cursor::at_end(node->then_list.first_block());
    return node;
}

void CoreBuilder::push_else(IfNode* node) {
    cursor = Cursor::at_end(node->else_list.last_block());
}

void CoreBuilder::pop_if(IfNode* node) {
    cursor = Cursor::after_phis(node->block_after());
}

LoopNode* CoreBuilder::push_loop() {
    LoopNode* node = shader_->make_loop();
    insert_node(*shader_, cursor, node);
    cursor = Cursor::at_end(node->header());
    return node;
}

void CoreBuilder::pop_loop(LoopNode* node) {
    cursor = Cursor::after_phis(node->block_after());
}

void CoreBuilder::jump(JumpKind kind) {
    insert(shader_->make_jump(kind));
}

SsaDef* CoreBuilder::if_phi(IfNode* node, SsaDef* then_value, SsaDef* else_value) {
    PhiInstruction* phi = shader_->make_phi(then_value->num_components, then_value->bit_size);
    shader_->add_phi_source(phi, node->then_list.last_block(), then_value);
    shader_->add_phi_source(phi, node->else_list.last_block(), else_value);
    Block* block = node->block_after();
    Instruction* position = block->first_after_phis();
    block->insert_before(position, phi);
    if (cursor.block == block && cursor.before == phi) {
        cursor.before = position;
    }
    return &phi->value;
}

void CoreBuilder::call(Function* callee, std::span<SsaDef* const> arguments) {
    CallInstruction* instruction =
        shader_->make_call(callee, static_cast<unsigned>(arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        instruction->first_source[i].set(arguments[i]);
    }
    insert(instruction);
}

TextureInstruction* CoreBuilder::texture(TextureOp op) {
    return shader_->make_texture(op, 0);
}

SsaDef* CoreBuilder::finish_texture(TextureInstruction* instruction, unsigned bit_size) {
    instruction->dest_type.bit_size = static_cast<std::uint8_t>(bit_size);
    shader_->finish_texture(instruction, bit_size);
    insert(instruction);
    return &instruction->value;
}

} // namespace jacquard::nir
