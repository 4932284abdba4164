#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace jacquard::nir {

// Parts of making instructions, for whoever makes most of them.

inline void shape(Shader& shader, SsaDef& value, unsigned num_components, unsigned bit_size) {
    value.num_components = static_cast<std::uint8_t>(num_components);
    shader.set_bit_size(value, bit_size);
    value.index = shader.next_ssa_index++;
}

// Begins the lives of `count` sources of an instruction; begin(SourceType* memory, number) makes
// each.
template <typename SourceType, typename Begin>
inline SourceType* begin_each_source(void* memory, std::size_t count, const Begin& begin) {
    auto* sources = static_cast<SourceType*>(memory);
    for (std::size_t i = 0; i < count; ++i) {
        begin(sources + i, i);
    }
    return sources;
}
// The same of sources that read nothing yet.
template <typename SourceType>
inline SourceType* begin_sources(void* memory, std::size_t count, Instruction* parent) {
    return begin_each_source<SourceType>(memory, count, [parent](SourceType* source, std::size_t) {
        (new (source) SourceType())->set_parent(parent);
    });
}

// Memory for the sources of an instruction.
template <typename SourceType>
inline void* allocate_sources(Shader& shader, std::size_t count) {
    return shader.source_memory.allocate(sizeof(SourceType) * count);
}

template <typename T, typename SourceType, typename... Arguments>
inline T* make_with_sources(Shader& shader, std::size_t count, Arguments... arguments) {
    T* instruction = shader.instruction_memory.make<T>(arguments...);
    instruction->first_source =
        begin_sources<SourceType>(allocate_sources<SourceType>(shader, count), count, instruction);
    return instruction;
}

// Makes the instruction for Shader::make_alu(); begin(AluSource* memory, AluInstruction* parent,
// number) makes each of its sources.
template <typename Begin>
inline AluInstruction* make_alu(Shader& shader, Opcode opcode, std::size_t num_sources,
                                unsigned num_components, unsigned bit_size, const Begin& begin) {
    auto* alu = shader.instruction_memory.make<AluInstruction>(opcode);
    shader.made.add(opcode);
    shape(shader, alu->value, num_components, bit_size);
    alu->first_source = begin_each_source<AluSource>(
        allocate_sources<AluSource>(shader, num_sources), num_sources,
        [&](AluSource* source, std::size_t i) { begin(source, alu, i); });
    return alu;
}

// Makes the instruction for Shader::make_intrinsic(); begin(Source* memory, IntrinsicInstruction*
// parent, number) makes each of its sources.
template <typename Begin>
inline IntrinsicInstruction* make_intrinsic(Shader& shader, IntrinsicOp op, unsigned num_components,
                                            unsigned bit_size, const Begin& begin) {
    const IntrinsicInfo& info = intrinsic_info(op);
    shader.made.add(op);
    static_assert(alignof(std::int64_t) <= alignof(Source) &&
                  alignof(Variable*) <= alignof(Source));
    auto* instruction = shader.instruction_memory.make<IntrinsicInstruction>(op);
    // Indices and variables stand behind the sources.
    const std::size_t size = sizeof(Source) * info.num_sources +
                             sizeof(std::int64_t) * info.num_indices +
                             sizeof(Variable*) * info.num_variables;
    // Variables may end in the middle of an aligned piece, since pointers may have 32 bits.
    auto* memory = static_cast<std::byte*>(shader.source_memory.allocate(
        (size + alignof(Source) - 1) / alignof(Source) * alignof(Source)));
    instruction->first_source =
        begin_each_source<Source>(memory, info.num_sources, [&](Source* source, std::size_t i) {
            begin(source, instruction, i);
        });
    memory += sizeof(Source) * info.num_sources;
    instruction->indices = reinterpret_cast<std::int64_t*>(memory);
    std::uninitialized_fill_n(instruction->indices, info.num_indices, 0);
    memory += sizeof(std::int64_t) * info.num_indices;
    instruction->first_variable = reinterpret_cast<Variable**>(memory);
    std::uninitialized_fill_n(instruction->first_variable, info.num_variables, nullptr);
    instruction->component_count = static_cast<std::uint8_t>(num_components);
    if (info.has_dest) {
        shape(shader, instruction->value,
              info.dest_components != 0 ? info.dest_components : num_components, bit_size);
    }
    return instruction;
}

} // namespace jacquard::nir
