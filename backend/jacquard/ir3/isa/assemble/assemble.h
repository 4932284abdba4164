#pragma once

#include <jacquard/ir3/isa/assemble/assembly_result.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Assembles one instruction, or `.word 0x…`; what stands behind `;` or `//` is a comment, of which
// only marks of bits without a meaning are read ("; bits without meaning: 12:9=0x3"). Branch
// targets are distances (`#-3`). Inverse of disassemble(). Nothing is allocated where the line is
// good.
AssemblyResult assemble(std::string_view line, Revision revision);

// Assembles a program line by line: instructions, and labels (`name:`) that stand on a line of
// their own or before an instruction. Faults go to the diagnostics, and every line is looked at.
class ProgramAssembler {
  public:
    ProgramAssembler(Revision revision, Diagnostics& diagnostics, const Limits& limits = {})
        : revision_(revision), diagnostics_(&diagnostics), limits_(limits) {}

    // A line, which must live until finish(), and its number from 1 on.
    void add_line(std::string_view line, std::uint32_t number);

    // Words so far.
    [[nodiscard]] std::size_t num_words() const { return words_.size(); }

    // The words of the program, its branch targets resolved. Nothing after a fault.
    std::optional<std::vector<std::uint64_t>> finish();

  private:
    struct Label {
        std::size_t place;
        SourcePosition position;
    };
    struct Branch {
        std::size_t place;
        std::string_view line;
        std::uint32_t number;
        std::size_t shift; // The instruction's distance from the start of its line, behind labels.
        std::string_view label;
    };

    void report(const AssemblyResult& result, std::uint32_t number, std::size_t shift);
    void resolve(const Branch& branch);
    std::string_view near_label(std::string_view wanted);

    Revision revision_;
    Diagnostics* diagnostics_;
    Limits limits_;
    bool failed_ = false;
    bool stopped_ = false; // By a limit.
    std::size_t num_asked_ = 0;
    std::vector<std::uint64_t> words_;
    std::vector<Branch> branches_;
    std::map<std::string_view, Label> labels_;
};

// The whole of a text as instructions and labels.
std::optional<std::vector<std::uint64_t>> assemble_program(std::string_view text, Revision revision,
                                                           Diagnostics& diagnostics,
                                                           const Limits& limits = {});

} // namespace jacquard::ir3

JACQUARD_END_API
