#pragma once

#include "program_maker.h"

namespace jacquard::tgsi {

struct RandomProgramOptions {
    unsigned size = 60;           // most statements; small programs are more frequent
    bool has_flat_inputs = false; // which revisions before a6xx refuse
    bool has_memory = false;      // storage buffers
    bool is_moderate = false;     // no special values: float arithmetic stays accurate
};

// A valid program that the choices make from what is on the menu.
[[nodiscard]] Program random_program(nir::Choices& choices, const Menu& menu,
                                     const RandomProgramOptions& options = {});

// The smallest plan, for programs that show one opcode.
[[nodiscard]] RegisterPlan plan_of_sample();

} // namespace jacquard::tgsi
