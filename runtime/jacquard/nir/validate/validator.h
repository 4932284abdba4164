#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::nir {

struct Violation {
    std::string message;
    const Instruction* instruction = nullptr; // null: the control-flow tree or its links
    const Block* block = nullptr;
    // This is the address of what is wrong: an instruction, an if, a function, a variable or a
    // type. A reader knows where it read that.
    const void* subject = nullptr;
};

// Everything that is wrong with the shader, at most `limit` things; empty when it is well formed.
// Numbers the instructions and computes dominance on the way.
[[nodiscard]] std::vector<Violation> validate(Shader& shader, std::size_t limit = 16);

// Empty when the shader is well formed, else one line for each violation, headed by `stage` (such
// as the pass that ran before) and naming the instruction.
[[nodiscard]] std::string validation_report(Shader& shader, std::string_view stage);

} // namespace jacquard::nir

JACQUARD_END_API
