#pragma once

#include <jacquard/tgsi/translate/flow/flow_scope.h>
#include <jacquard/tgsi/translate/registers/concern.h>

namespace jacquard::tgsi {

class BranchRegions;
class Faults;
class Flags;
class Hoisted;
class Leaves;
class Scopes;

// Translates branches to labels.
class Regions : Concern {
  public:
    Regions(Context& context, BranchRegions& branch_regions, Faults& faults, Flags& flags,
            Hoisted& hoisted, Leaves& leaves, Scopes& scopes)
        : Concern(context), branch_regions_(branch_regions), faults_(faults), flags_(flags),
          hoisted_(hoisted), leaves_(leaves), scopes_(scopes) {}

    void meet_regions();
    void translate_branch();

  private:
    void open_region(const BranchRegion& region);
    void set_next_part(const FlowScope& scope, std::uint32_t part);
    void open_part(FlowScope& scope, std::uint32_t part);
    void go_on_in_region(std::uint32_t part);
    void close_region();

    BranchRegions& branch_regions_;
    Faults& faults_;
    Flags& flags_;
    Hoisted& hoisted_;
    Leaves& leaves_;
    Scopes& scopes_;
};

} // namespace jacquard::tgsi
