#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

namespace jacquard::tgsi {

class Flags;
class Hoisted;
class Operands;
class Scopes;

// Opens loops that count.
class Loops : Concern {
  public:
    Loops(Context& context, Flags& flags, Hoisted& hoisted, Operands& operands, Scopes& scopes)
        : Concern(context), flags_(flags), hoisted_(hoisted), operands_(operands), scopes_(scopes) {
    }

    void open_repeat();
    void open_counting();

  private:
    void break_if(nir::SsaDef* leaves);

    Flags& flags_;
    Hoisted& hoisted_;
    Operands& operands_;
    Scopes& scopes_;
};

} // namespace jacquard::tgsi
