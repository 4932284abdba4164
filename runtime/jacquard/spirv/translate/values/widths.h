#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Values;

// Converts numbers to other widths.
class Widths : Concern {
  public:
    Widths(Context& context, Values& values) : Concern(context), values_(values) {}

    // An integer, which may be a vector, with so many bits in each component. A truth is none.
    SsaDef* as_width(SsaDef* integer, unsigned bits, bool is_signed = false);
    // An operand that is one integer, made 32 bits wide.
    SsaDef* scalar_integer(std::size_t i);
    SsaDef* in_width(SsaDef* value, nir::AluType wanted);
    SsaDef* limited(SsaDef* integer);

  private:
    Values& values_;
};

} // namespace jacquard::spirv
