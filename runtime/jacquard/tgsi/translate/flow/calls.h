#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

namespace jacquard::tgsi {

class BranchRegions;
class ControlFlowMap;
class Faults;
class Flags;
class Outputs;
class Results;
class Scopes;

// Translates calls and returns. The body of a subroutine is translated again for each call.
class Calls : Concern {
  public:
    Calls(Context& context, BranchRegions& branch_regions, ControlFlowMap& control_flow_map,
          Faults& faults, Flags& flags, Outputs& outputs, Results& results, Scopes& scopes)
        : Concern(context), branch_regions_(branch_regions), control_flow_map_(control_flow_map),
          faults_(faults), flags_(flags), outputs_(outputs), results_(results), scopes_(scopes) {}

    void translate_call();
    void close_call();
    void translate_return();

  private:
    BranchRegions& branch_regions_;
    ControlFlowMap& control_flow_map_;
    Faults& faults_;
    Flags& flags_;
    Outputs& outputs_;
    Results& results_;
    Scopes& scopes_;
};

} // namespace jacquard::tgsi
