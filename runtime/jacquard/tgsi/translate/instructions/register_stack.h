#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>
#include <jacquard/tgsi/translate/registers/register_storage.h>

namespace jacquard::tgsi {

class Hoisted;
class Operands;
class Places;
class Results;

// Holds the stack of address registers.
class RegisterStack : Concern {
  public:
    RegisterStack(Context& context, Hoisted& hoisted, Operands& operands, Places& places,
                  Results& results)
        : Concern(context), hoisted_(hoisted), operands_(operands), places_(places),
          results_(results) {}

    void push_register();
    void pop_register();

  private:
    void plan_stack();

    Hoisted& hoisted_;
    Operands& operands_;
    Places& places_;
    Results& results_;
    RegisterStorage stack_{pool()};
    RegisterStorage stack_depth_{pool()};
};

} // namespace jacquard::tgsi
