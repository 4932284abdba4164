#pragma once

#include <jacquard/generated/spirv/instructions.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::spirv {

inline constexpr std::uint32_t kMagic = 0x07230203;
inline constexpr std::size_t kHeaderWords = 5;
// The largest bound that the specification allows.
inline constexpr std::uint32_t kMaxBound = 0x3fffff;

// One instruction of a module.
struct Instruction {
    const InstructionInfo* info = nullptr;
    std::uint32_t word = 0;      // position of the first word
    std::uint32_t num_words = 0; // the first one included
    std::uint32_t type = 0;      // id of the result's type; 0: none
    std::uint32_t result = 0;    // 0: none

    [[nodiscard]] Op op() const { return static_cast<Op>(info->number); }
    // Words in front of the operands that are neither type nor result.
    [[nodiscard]] std::uint32_t head_words() const {
        return 1U + (type != 0 ? 1U : 0U) + (result != 0 ? 1U : 0U);
    }
};

inline constexpr std::uint32_t kNoInstruction = 0xffffffff;

// A name that an instruction has and of which the tables say that modules with it are refused.
struct RefusedName {
    std::uint32_t instruction = 0; // its index
    OperandKind kind{};
    const Enumerant* name = nullptr;
};

// A module whose words are known to be instructions with the operands that the tables ask for, and
// whose ids are each defined once. read_module() makes it.
struct Module {
    std::vector<std::uint32_t> words; // in the order of this machine, the header too
    std::uint32_t version = 0;        // 0x00010300: 1.3
    std::uint32_t generator = 0;
    std::uint32_t bound = 0; // above every id
    std::uint32_t schema = 0;
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> definitions; // by id: index of an instruction, or kNoInstruction
    std::vector<RefusedName> refused;       // in the order of the instructions

    // The words behind type and result.
    [[nodiscard]] std::span<const std::uint32_t> operands(const Instruction& instruction) const {
        return std::span(words).subspan(instruction.word + instruction.head_words(),
                                        instruction.num_words - instruction.head_words());
    }
    // Null where nothing defines the id.
    [[nodiscard]] const Instruction* definition(std::uint32_t id) const {
        return id < definitions.size() && definitions[id] != kNoInstruction
                   ? &instructions[definitions[id]]
                   : nullptr;
    }
};

// The characters of a text operand, without its end; all of `words` where there is none.
[[nodiscard]] std::string text_of(std::span<const std::uint32_t> words);
// Returns whether instructions of an extended set may be skipped, which the specification states of
// all sets whose names begin so.
[[nodiscard]] bool is_non_semantic(std::string_view set);
// Words that a text takes, its end included; 0 where it does not end within `words`.
[[nodiscard]] std::size_t text_words(std::span<const std::uint32_t> words);

} // namespace jacquard::spirv
