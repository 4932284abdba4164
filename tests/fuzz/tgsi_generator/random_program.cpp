#include "random_program.h"

#include <algorithm>

namespace jacquard::tgsi {

namespace {

// Seven in ten are small, a few as large as wanted.
unsigned number_of_statements(nir::Choices& choices, unsigned size) {
    const unsigned what = choices.below(64);
    if (what < 45) {
        return 1 + choices.below(std::min(size, 6U));
    }
    if (what < 60) {
        return std::min(size, 6 + choices.below(16));
    }
    return 1 + choices.below(std::max(size, 1U));
}

} // namespace

RegisterPlan plan_of_sample() {
    RegisterPlan plan;
    plan.inputs = 10;
    plan.outputs = 1;
    plan.is_simple = true;
    return plan;
}

Program random_program(nir::Choices& choices, const Menu& menu,
                       const RandomProgramOptions& options) {
    RegisterPlan plan;
    plan.has_flat_inputs = options.has_flat_inputs;
    plan.is_moderate = options.is_moderate;
    plan.has_memory = options.has_memory;
    unsigned statements = number_of_statements(choices, options.size);
    if (options.size >= 40 && choices.one_in(16)) {
        // Wide: more values than registers hold easily.
        statements = options.size / 2 + choices.below(options.size / 2);
        plan.temporaries = 16 + choices.below(9);
        plan.outputs = 4 + choices.below(3);
        plan.constants = 8;
        plan.constant_buffers = 2;
        plan.arrays = {4 + choices.below(5), 4 + choices.below(5)};
        plan.inputs = 2 + choices.below(3);
    } else {
        plan.inputs = 1 + choices.below(3);
        plan.outputs = 1 + choices.below(3);
        plan.constants = 1 + choices.below(4);
        plan.temporaries = 2 + choices.below(4);
        plan.constant_buffers = 1 + (choices.one_in(6) ? 1U : 0U);
        for (unsigned i = choices.one_in(3) ? 1 + choices.below(2) : 0; i > 0; --i) {
            plan.arrays.push_back(1 + choices.below(4));
        }
    }
    return ProgramMaker(choices, menu, plan).make(statements);
}

} // namespace jacquard::tgsi
