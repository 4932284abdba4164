#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <vector>

namespace jacquard::spirv {

class Values;
class Widths;

// Translates arithmetic on scalars and vectors.
class Arithmetic : Concern {
  public:
    Arithmetic(Context& context, Values& values, Widths& widths)
        : Concern(context), values_(values), widths_(widths) {}

    void translate_formula();
    void translate_convert();
    void translate_bitcast();
    void translate_select();
    void translate_carry();
    void translate_mul_extended();
    void translate_bit_count();
    void translate_pack();
    void translate_unpack_halves();
    void translate_truths();

  private:
    SsaDef* limited_to(SsaDef* x, unsigned bits, bool is_signed);
    SsaDef* formula_source(ValueType wanted, std::uint32_t id, unsigned& width);
    SsaDef* joined(SsaDef* narrow, unsigned first, unsigned bits);
    void append_parts(const nir::Operand& wide, unsigned bits, std::vector<nir::Operand>& parts);

    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
