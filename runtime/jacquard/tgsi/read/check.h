#pragma once

#include <jacquard/support/text/limits.h>
#include <jacquard/tgsi/program.h>

#include <cstdint>
#include <vector>

namespace jacquard::tgsi {

// What is not known because lines of the text could not be read.
struct Doubts {
    std::uint32_t files = 0;                 // bit n: declarations of register file n are missing
    bool blocks = false;                     // an instruction is missing that may open a block
    std::vector<std::uint32_t> instructions; // in order: those of which only the opcode is known
};

// What a program must be beyond its grammar: operands as the opcode wants them, registers that are
// declared, indices within their declaration, labels that name an instruction, nesting of control
// flow, an END. Reports every fault found, but none that doubts may explain, and says whether there
// was none. Looks at Limits::nesting and Limits::registers.
bool check(const Program& program, Diagnostics& diagnostics, const Doubts& doubts = {},
           const Limits& limits = {});

} // namespace jacquard::tgsi
