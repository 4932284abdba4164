#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

namespace jacquard::tgsi {

class Hoisted;
class Operands;
class Results;

// Translates votes and other questions to all invocations of a group.
class Lanes : Concern {
  public:
    Lanes(Context& context, Hoisted& hoisted, Operands& operands, Results& results)
        : Concern(context), hoisted_(hoisted), operands_(operands), results_(results) {}

    void write_truth(nir::SsaDef* truth);
    void vote(nir::IntrinsicOp intrinsic);

  private:
    nir::SsaDef* mask_of_truth(nir::SsaDef* truth);

    Hoisted& hoisted_;
    Operands& operands_;
    Results& results_;
};

} // namespace jacquard::tgsi
