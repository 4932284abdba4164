#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Arithmetic;
class Memory;
class Pointers;
class Values;

// Translates functions of two results, one of which goes to memory. Each is what another
// instruction of the set computes.
class StoredResults : Concern {
  public:
    StoredResults(Context& context, Arithmetic& arithmetic, Memory& memory, Pointers& pointers,
                  Values& values)
        : Concern(context), arithmetic_(arithmetic), memory_(memory), pointers_(pointers),
          values_(values) {}

    void translate(std::span<const InstructionInfo> set);

  private:
    SsaDef* computed(std::span<const InstructionInfo> set, std::uint32_t number);

    Arithmetic& arithmetic_;
    Memory& memory_;
    Pointers& pointers_;
    Values& values_;
};

} // namespace jacquard::spirv
