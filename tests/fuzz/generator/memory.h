#pragma once

#include "storage.h"

#include <vector>

namespace jacquard::nir {

// Buffers, constants, shared memory and memory by address, accessed by offset and by dereference.
//
// Buffers 0 and 1 are only read. In buffers 2 and 4, shared memory and what is written by address
// every lane has 16 bytes of its own: what one of them writes is not read by another, whose turn
// would be anybody's guess. Buffers 3 and 5 are for atomic operations. No memory is accessed both
// by offset and by dereference, save to be read. Memory holds integers.
class Memory {
  public:
    // Declares variables.
    Memory(Values& values, Shader& shader, bool has_variables);

    void load_constant_buffer(Values& values);
    void access(Values& values);

  private:
    void declare(Values& values, Shader& shader);
    void access_by_offset(Values& values);
    void access_variable(Values& values);
    void access_address(Values& values);
    void access_neighbours(Values& values);
    void access_scratch(Values& values);

    Stage stage_;
    std::vector<Variable*> read_; // the constant buffer first
    std::vector<Variable*> own_;  // arrays of a vector of four for every lane
    Variable* counters_ = nullptr;
};

} // namespace jacquard::nir
