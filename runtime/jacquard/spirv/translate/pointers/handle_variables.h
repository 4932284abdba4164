#pragma once

#include <jacquard/spirv/module/operand_walk.h>
#include <jacquard/spirv/translate/values/concern.h>

#include <cstdint>
#include <unordered_map>

namespace jacquard::spirv {

// Finds variables of functions that hold an image, a sampler or a pointer to memory of the function
// which never changes: they are stored to once, in the first block, and else only loaded from.
// Compilers keep the parameters of functions so that they do not optimise.
class HandleVariables : Concern {
  public:
    explicit HandleVariables(Context& context) : Concern(context), walk_(context.module()) {}

    // `variable` is an instruction of a function.
    [[nodiscard]] bool is_set_once(const Instruction& variable);

  private:
    struct Uses {
        std::uint32_t stores = 0;
        bool others = false; // but stores in the first block, and loads
    };

    // Takes note of all variables from this one to the end of its function.
    void look_from(const Instruction& variable);
    void note_use(const Instruction& user, bool is_first_block);

    OperandWalk walk_;
    std::unordered_map<std::uint32_t, Uses> uses_; // by the result of the variable
};

} // namespace jacquard::spirv
