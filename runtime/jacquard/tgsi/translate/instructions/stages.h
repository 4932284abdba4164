#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

#include <optional>

namespace jacquard::tgsi {

class Declarations;
class Faults;
class Hoisted;
class Operands;
class Outputs;
class Results;

// Translates instructions that only some stages have: emitting vertices, and interpolating at other
// places.
class Stages : Concern {
  public:
    Stages(Context& context, Declarations& declarations, Faults& faults, Hoisted& hoisted,
           Operands& operands, Outputs& outputs, Results& results)
        : Concern(context), declarations_(declarations), faults_(faults), hoisted_(hoisted),
          operands_(operands), outputs_(outputs), results_(results) {}

    void emit_vertex();
    void end_primitive();
    void interpolate(Action action);

  private:
    std::optional<std::uint32_t> stream();

    Declarations& declarations_;
    Faults& faults_;
    Hoisted& hoisted_;
    Operands& operands_;
    Outputs& outputs_;
    Results& results_;
};

} // namespace jacquard::tgsi
