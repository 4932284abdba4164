#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Values;

// Converts numbers to other widths.
class Widths : Concern {
  public:
    Widths(Context& context, Values& values) : Concern(context), values_(values) {}

    SsaDef* as_width(SsaDef* integer, unsigned bits, bool is_signed = false);
    // An operand that is one integer, made 32 bits wide.
    SsaDef* scalar_integer(std::size_t i);
    SsaDef* in_width(SsaDef* value, nir::AluType wanted);
    SsaDef* resized(SsaDef* integer, unsigned bits, bool is_signed);
    SsaDef* limited(SsaDef* integer);

  private:
    Values& values_;
};

} // namespace jacquard::spirv
