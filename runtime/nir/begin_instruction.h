#pragma once

#include <jacquard/nir/shader.h>

#include <cstddef>

namespace jacquard::nir {

// Parts of making instructions, for whoever makes most of them.

inline void shape(Shader& shader, SsaDef& value, unsigned num_components, unsigned bit_size) {
    value.num_components = static_cast<std::uint8_t>(num_components);
    shader.set_bit_size(value, bit_size);
    value.index = shader.next_ssa_index++;
}

// Begins the lives of `count` sources of an instruction; calls fill(source, number) for each.
template <typename SourceType, typename Fill>
inline SourceType* begin_sources(void* memory, std::size_t count, Instruction* parent,
                                 const Fill& fill) {
    auto* sources = static_cast<SourceType*>(memory);
    for (std::size_t i = 0; i < count; ++i) {
        auto* source = new (sources + i) SourceType();
        source->set_parent(parent);
        fill(*source, i);
    }
    return sources;
}
template <typename SourceType>
inline SourceType* begin_sources(void* memory, std::size_t count, Instruction* parent) {
    return begin_sources<SourceType>(memory, count, parent, [](SourceType&, std::size_t) {});
}

// Memory for an instruction and its sources, which stand right behind it.
template <typename T, typename SourceType>
inline std::byte* allocate_with_sources(Arena& arena, std::size_t count) {
    static_assert(alignof(T) == alignof(SourceType));
    return static_cast<std::byte*>(
        arena.allocate(sizeof(T) + sizeof(SourceType) * count, alignof(T)));
}

template <typename T, typename SourceType, typename... Arguments>
inline T* make_with_sources(Arena& arena, std::size_t count, Arguments... arguments) {
    std::byte* memory = allocate_with_sources<T, SourceType>(arena, count);
    T* instruction = new (memory) T(arguments...);
    instruction->first_source = begin_sources<SourceType>(memory + sizeof(T), count, instruction);
    return instruction;
}

// What Shader::make_alu() makes; fill(source, number) is called for each of its sources as it
// begins.
template <typename Fill>
inline AluInstruction* make_alu(Shader& shader, Opcode opcode, std::size_t num_sources,
                                unsigned num_components, unsigned bit_size, const Fill& fill) {
    std::byte* memory = allocate_with_sources<AluInstruction, AluSource>(shader.arena, num_sources);
    auto* alu = new (memory) AluInstruction(opcode);
    shader.made.add(opcode);
    shape(shader, alu->value, num_components, bit_size);
    alu->first_source =
        begin_sources<AluSource>(memory + sizeof(AluInstruction), num_sources, alu, fill);
    return alu;
}

} // namespace jacquard::nir
