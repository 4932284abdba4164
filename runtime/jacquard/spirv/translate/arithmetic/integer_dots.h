#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Values;
class Widths;

// Translates sums of products of integers.
class IntegerDots : Concern {
  public:
    IntegerDots(Context& context, Values& values, Widths& widths)
        : Concern(context), values_(values), widths_(widths) {}

    void translate_integer_dot();

  private:
    // Two vectors, and what each of them is, of the instruction at hand.
    struct Factors {
        SsaDef* first = nullptr;
        SsaDef* second = nullptr;
        bool is_packed = false; // four bytes in a word each
    };
    Factors factors();
    SsaDef* packed(SsaDef* bytes);
    SsaDef* sum_of_bytes(const Factors& given, unsigned bits);
    SsaDef* sum_of_products(const Factors& given, unsigned bits);

    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
