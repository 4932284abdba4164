#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>

namespace jacquard::nir {

// A walk over a function notes facts about the instructions it has met: a state in the lowest bits
// and facts above it. The note is in Instruction::index, which must be left alone while the walk
// lasts, and is 0 for an instruction that has not been met.
namespace note {

inline constexpr std::uint32_t kState = 0xffff; // of the automaton that matches rules

inline constexpr std::uint32_t kIsConstant = 1U << 16;
inline constexpr std::uint32_t kIsCopy = 1U << 17;  // a mov or vecN
inline constexpr std::uint32_t kIsVague = 1U << 18; // its state is that of what may be any number
// Marks an ALU instruction for which rules have been searched.
inline constexpr std::uint32_t kIsExamined = 1U << 19;

inline constexpr std::uint32_t kIsAvailable = 1U << 20; // an ALU instruction; see available.h
inline constexpr std::uint32_t kIsListed = 1U << 21;    // those available that read it are, there

// These flags say whether the value is uniform; see uniform_value.h.
inline constexpr std::uint32_t kIsUniform = 1U << 22;
inline constexpr std::uint32_t kIsNotUniform = 1U << 23;

// Marks ALU instructions that may begin patterns around a value; see rewriter.cpp.
inline constexpr std::uint32_t kIsAbove = 1U << 24;

} // namespace note

// Before a walk begins: nothing has been met. Returns how many instructions there are.
inline std::uint32_t clear_notes(Function& function) {
    std::uint32_t count = 0;
    for (Block& block : function.blocks()) {
        for (Instruction* at = block.first; at != nullptr; at = at->next) {
            at->index = 0;
            ++count;
        }
    }
    return count;
}

// Before blocks are walked once more: nothing is available.
inline void clear_available(Function& function) {
    for (Block& block : function.blocks()) {
        for (Instruction* at = block.first; at != nullptr; at = at->next) {
            at->index &= ~(note::kIsAvailable | note::kIsListed);
        }
    }
}

} // namespace jacquard::nir
