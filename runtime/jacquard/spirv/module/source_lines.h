#pragma once

#include <jacquard/spirv/module/module.h>
#include <jacquard/support/text/source_line.h>

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::spirv {

// A statement of an instruction about the source lines of the instructions after it.
struct LineMark {
    enum class Kind : std::uint8_t { nothing, no_line, line };

    Kind kind = Kind::nothing;
    std::uint32_t file = 0; // id of the OpString with its name; 0: nobody knows
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// Reads OpLine and OpNoLine, and DebugLine and DebugNoLine of non-semantic debug information, whose
// numbers are constants. A function's end takes back what was said.
class LineMarks {
  public:
    // The module must outlive the object.
    explicit LineMarks(const Module& module);

    [[nodiscard]] LineMark of(const Instruction& instruction) const;
    // Returns whether instructions of this opcode may be such statements.
    [[nodiscard]] static bool may_be_of(Op op) {
        return op == Op::Line || op == Op::NoLine || op == Op::FunctionEnd || op == Op::ExtInst ||
               op == Op::ExtInstWithForwardRefsKHR;
    }

  private:
    [[nodiscard]] bool is_debug_information(std::uint32_t set) const;
    [[nodiscard]] LineMark of_debug_information(const Instruction& instruction) const;
    [[nodiscard]] std::uint32_t file_of(std::uint32_t source) const;
    [[nodiscard]] std::uint32_t constant(std::uint32_t id) const;

    const Module& module_;
    std::vector<std::uint32_t> sets_; // ids of the sets that speak of lines
};

// The source files of a module, and the origin of each instruction.
struct SourceLines {
    std::vector<std::string> files;  // by SourceLine::file
    std::vector<SourceLine> origins; // by instruction; empty where the module says nothing

    [[nodiscard]] SourceLine of(std::size_t instruction) const {
        return instruction < origins.size() ? origins[instruction] : SourceLine{};
    }
};

// A mark holds for all that follows it in its function, until another one.
[[nodiscard]] SourceLines source_lines(const Module& module);

} // namespace jacquard::spirv
