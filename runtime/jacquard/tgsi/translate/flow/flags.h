#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

namespace jacquard::tgsi {

class Hoisted;

// Makes the values that control flow keeps: flags and counters, which are read in other blocks than
// those in which they are written.
class Flags : Concern {
  public:
    Flags(Context& context, Hoisted& hoisted) : Concern(context), hoisted_(hoisted) {}

    Scalar* add_scalar(nir::SsaDef* initial);
    void set(Scalar& scalar, nir::SsaDef* value);
    nir::SsaDef* get(Scalar& scalar);
    Scalar* add_flag();
    void set_flag(Scalar& flag, bool value) { set(flag, b().imm_bool(value)); }

  private:
    Hoisted& hoisted_;
};

} // namespace jacquard::tgsi
