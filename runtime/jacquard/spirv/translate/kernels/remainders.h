#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Memory;
class Pointers;
class Values;

// Translates remainders of divisions of floats, which are exact: the significands are divided as
// integers, some bits of the quotient at a time.
class Remainders : Concern {
  public:
    Remainders(Context& context, Memory& memory, Pointers& pointers, Values& values)
        : Concern(context), memory_(memory), pointers_(pointers), values_(values) {}

    void translate_remainder();

  private:
    // A float is the significand, of 24 bits, times a power of two.
    struct Parts {
        SsaDef* magnitude; // its bits without the sign
        SsaDef* significand;
        SsaDef* exponent;
    };
    // A division leaves a rest, and the last bits of the quotient.
    struct Division {
        SsaDef* rest;
        SsaDef* quotient;
    };

    Parts parts_of(SsaDef* bits);
    Division divided(SsaDef* rest, SsaDef* divisor, SsaDef* bits);
    SsaDef* assembled(SsaDef* significand, SsaDef* exponent);
    Division remainder_of(SsaDef* x, SsaDef* y, bool is_nearest);

    Memory& memory_;
    Pointers& pointers_;
    Values& values_;
};

} // namespace jacquard::spirv
