#pragma once

#include "shader_around.h"

#include <functional>
#include <string>
#include <vector>

namespace jacquard::facts {

// A shader in which one fact of the instruction under test is another than in the plain one.
struct Variation {
    std::string fact;           // as defs/nir/facts.yaml names it
    std::string value;          // for messages
    std::function<Form()> make; // without a subject where that is not valid NIR
};

// One way to write an instruction, and what can be said otherwise of it.
struct Subject {
    std::string name; // "texture.txl", "intrinsic.load_ssbo"
    std::string form; // for messages: the stage and what else was chosen
    // Nobody reads the result, so that an instruction that the stage does not know may be dropped.
    bool is_unused = false;
    std::function<Form()> plain;
    std::function<std::vector<Variation>()> variations;
};

} // namespace jacquard::facts
