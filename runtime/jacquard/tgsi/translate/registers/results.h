#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>
#include <jacquard/tgsi/translate/registers/formula.h>

namespace jacquard::tgsi {

class Hoisted;
class Operands;

// Computes what the formula of an instruction says, and writes the results of instructions.
class Results : Concern {
  public:
    Results(Context& context, Hoisted& hoisted, Operands& operands)
        : Concern(context), hoisted_(hoisted), operands_(operands) {}

    nir::SsaDef* condition();
    void translate_formula();
    void translate_intrinsic(nir::IntrinsicOp intrinsic);
    void write_results(const Formula& formula);
    void write_value(nir::SsaDef* value);
    void write_everywhere(nir::SsaDef* scalar);

  private:
    Hoisted& hoisted_;
    Operands& operands_;
};

} // namespace jacquard::tgsi
