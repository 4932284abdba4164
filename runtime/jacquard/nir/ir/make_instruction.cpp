#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/ir/begin_instruction.h>
#include <jacquard/nir/ir/shader.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <new>

namespace jacquard::nir {

AluInstruction* Shader::make_alu(Opcode opcode, unsigned num_components, unsigned bit_size) {
    return nir::make_alu(*this, opcode, opcode_info(opcode).num_sources, num_components, bit_size,
                         [](AluSource* memory, AluInstruction* parent, std::size_t) {
                             (new (memory) AluSource())->set_parent(parent);
                         });
}

IntrinsicInstruction* Shader::make_intrinsic(IntrinsicOp op, unsigned num_components,
                                             unsigned bit_size) {
    return nir::make_intrinsic(*this, op, num_components, bit_size,
                               [](Source* memory, IntrinsicInstruction* parent, std::size_t) {
                                   (new (memory) Source())->set_parent(parent);
                               });
}

ConstantInstruction* Shader::make_constant(unsigned num_components, unsigned bit_size) {
    // The components stand behind it.
    static_assert(alignof(ConstantValue) <= alignof(ConstantInstruction));
    auto* memory = static_cast<std::byte*>(instruction_memory.allocate(
        sizeof(ConstantInstruction) + sizeof(ConstantValue) * num_components));
    auto* components = reinterpret_cast<ConstantValue*>(memory + sizeof(ConstantInstruction));
    std::uninitialized_value_construct_n(components, num_components);
    auto* instruction = new (memory) ConstantInstruction(components);
    shape(*this, instruction->value, num_components, bit_size);
    return instruction;
}

UndefInstruction* Shader::make_undef(unsigned num_components, unsigned bit_size) {
    auto* instruction = instruction_memory.make<UndefInstruction>();
    shape(*this, instruction->value, num_components, bit_size);
    return instruction;
}

PhiInstruction* Shader::make_phi(unsigned num_components, unsigned bit_size) {
    auto* instruction = instruction_memory.make<PhiInstruction>();
    shape(*this, instruction->value, num_components, bit_size);
    return instruction;
}

PhiSource* Shader::add_phi_source(PhiInstruction* phi, Block* predecessor, SsaDef* value) {
    auto* source = source_memory.make<PhiSource>();
    source->predecessor = predecessor;
    source->set_parent(phi);
    source->set(value);
    (phi->last_source != nullptr ? phi->last_source->next : phi->first_source) = source;
    phi->last_source = source;
    return source;
}

TextureInstruction* Shader::make_texture(TextureOp op, unsigned num_sources) {
    made.add_texture();
    auto* instruction = make_with_sources<TextureInstruction, TextureSource>(*this, num_sources);
    instruction->op = op;
    instruction->num_sources = static_cast<std::uint8_t>(num_sources);
    return instruction;
}

void Shader::finish_texture(TextureInstruction* texture, unsigned bit_size) {
    shape(*this, texture->value, texture->dest_size(), bit_size);
}

// Sources never move while they are in a use list, so a changed list is a new array.
static void replace_sources(Shader& shader, TextureInstruction* texture, unsigned count,
                            unsigned skipped) {
    auto* sources = begin_sources<TextureSource>(allocate_sources<TextureSource>(shader, count),
                                                 count, texture);
    unsigned at = 0;
    for (unsigned i = 0; i < texture->num_sources; ++i) {
        TextureSource& old = texture->first_source[i];
        SsaDef* value = old.ssa;
        old.set(nullptr);
        if (i != skipped) {
            sources[at].type = old.type;
            sources[at].set(value);
            ++at;
        }
    }
    texture->first_source = sources;
    texture->num_sources = static_cast<std::uint8_t>(count);
}

void Shader::add_texture_source(TextureInstruction* texture, TextureSourceType type,
                                SsaDef* value) {
    const unsigned count = texture->num_sources;
    replace_sources(*this, texture, count + 1, ~0U);
    TextureSource& added = texture->first_source[count];
    added.type = type;
    added.set(value);
}

void Shader::remove_texture_source(TextureInstruction* texture, unsigned i) {
    replace_sources(*this, texture, texture->num_sources - 1U, i);
}

JumpInstruction* Shader::make_jump(JumpKind kind) {
    made.add(kind);
    return instruction_memory.make<JumpInstruction>(kind);
}

CallInstruction* Shader::make_call(Function* callee, unsigned num_sources) {
    made.add_call();
    return make_with_sources<CallInstruction, Source>(*this, num_sources, callee,
                                                      static_cast<std::uint8_t>(num_sources));
}

ParallelCopyInstruction* Shader::make_parallel_copy(unsigned num_entries) {
    auto* entries =
        static_cast<ParallelCopyEntry*>(allocate_sources<ParallelCopyEntry>(*this, num_entries));
    std::uninitialized_value_construct_n(entries, num_entries);
    auto* instruction = instruction_memory.make<ParallelCopyInstruction>(num_entries, entries);
    for (ParallelCopyEntry& entry : instruction->entries()) {
        entry.source.set_parent(instruction);
        entry.register_value.set_parent(instruction);
        entry.value.instruction = instruction;
    }
    return instruction;
}

DerefInstruction* Shader::make_deref(DerefKind kind, unsigned bit_size) {
    made.add(kind);
    auto* instruction = instruction_memory.make<DerefInstruction>(kind);
    shape(*this, instruction->value, 1, bit_size);
    return instruction;
}

} // namespace jacquard::nir
