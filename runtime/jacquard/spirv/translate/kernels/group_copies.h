#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Addresses;
class Atomics;
class Memory;
class Pointers;
class Values;
class Widths;

// Translates copies that a work group makes together: each invocation copies some of the elements,
// and all of them have when the group has waited.
class GroupCopies : Concern {
  public:
    GroupCopies(Context& context, Addresses& addresses, Atomics& atomics, Memory& memory,
                Pointers& pointers, Values& values, Widths& widths)
        : Concern(context), addresses_(addresses), atomics_(atomics), memory_(memory),
          pointers_(pointers), values_(values), widths_(widths) {}

    void translate_copy();
    void translate_wait();

  private:
    void copy_element(SsaDef* number, SsaDef* stride);

    Addresses& addresses_;
    Atomics& atomics_;
    Memory& memory_;
    Pointers& pointers_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
