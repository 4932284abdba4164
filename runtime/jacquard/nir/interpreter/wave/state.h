#pragma once

#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/interpreter/wave/wave.h>

#include <deque>
#include <vector>

namespace jacquard::nir::interpreter {

struct Interpreter::State {
    const ProgramData* program;
    std::deque<Wave> waves; // which stay where they are
    std::vector<bool> is_done;
};

} // namespace jacquard::nir::interpreter
