#pragma once

#include <jacquard/runs/recorded/recorded_case.h>

#include "operation.h"

#include <string>
#include <vector>

namespace operations {

inline constexpr unsigned kLanes = 16;

// One evaluation that a module makes in every lane, and where its results are.
struct Form {
    unsigned components = 1; // of the operands
    unsigned results = 1;
    unsigned first_result = 0; // among those of a lane
};

// A compute shader that does an operation in every form that it has. Operand n comes from the
// buffer of binding n, 4 components a lane; result n goes to the buffer behind those.
struct OperationModule {
    std::string text;
    std::vector<Form> forms;
    unsigned results_a_lane = 0;
};

OperationModule module_of(const Operation& operation);

// 4 components a lane for an operand: numbers at the edges and others.
std::vector<Component> values_of(const Operation& operation, unsigned operand);

// Packs components as a buffer holds them.
jacquard::driver::Words packed(const std::vector<Component>& values);
Component unpacked(const jacquard::driver::Words& words, std::size_t index, Number number);

// In memory a truth is a word.
Number stored(Number number);

} // namespace operations
