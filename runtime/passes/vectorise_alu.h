#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

struct VectoriseAluOptions {
    // How many components an instruction may work on; 1 leaves it alone.
    unsigned (*max_components)(const AluInstruction& alu, unsigned limit) = nullptr;
    unsigned limit = 4;    // without the function: the same for all of them
    unsigned bit_size = 0; // only instructions with results of this width; 0: of any
};

// Joins per-component instructions of one block that differ only in the components they read into
// instructions on vectors. Constants are joined as they are needed.
//
// Before: any shader. After: in no block are two instructions left of the same opcode and exactness
// that read the same values (or constants) and fit into one vector. True when something changed.
bool vectorise_alu(Shader& shader, const VectoriseAluOptions& options = {});

} // namespace jacquard::nir
