#pragma once

#include <jacquard/support/text/limits.h>
#include <jacquard/tgsi/program.h>

#include <cstdint>
#include <vector>

namespace jacquard::tgsi {

// Facts that are unknown because lines of the text could not be read.
struct Doubts {
    std::uint32_t files = 0;                 // bit n: declarations of register file n are missing
    bool blocks = false;                     // an instruction is missing that may open a block
    std::vector<std::uint32_t> instructions; // in order: those of which only the opcode is known
};

// Checks the rules beyond the grammar: operands that suit the opcode, declared registers, indices
// within their declaration, labels that name an instruction, nested control flow, an END. Reports
// every fault except those that doubts may explain, and returns whether there was none. Checks
// Limits::nesting and Limits::registers, too.
bool check(const Program& program, Diagnostics& diagnostics, const Doubts& doubts = {},
           const Limits& limits = {});

} // namespace jacquard::tgsi
