#pragma once

#include <jacquard/tgsi/translate/flow/flow_scope.h>
#include <jacquard/tgsi/translate/registers/concern.h>

#include <vector>

namespace jacquard::tgsi {

class ControlFlowMap;
class Hoisted;
class Operands;
class Scopes;

// Translates switches: loops that run once, so that a break may leave them from anywhere, with an
// if for each group of labels.
class Switches : Concern {
  public:
    Switches(Context& context, ControlFlowMap& control_flow_map, Hoisted& hoisted,
             Operands& operands, Scopes& scopes)
        : Concern(context), control_flow_map_(control_flow_map), hoisted_(hoisted),
          operands_(operands), scopes_(scopes) {}

    void open_switch();
    void translate_label();
    void close_switch(FlowScope& scope);

  private:
    bool compares_in_turn();
    std::vector<nir::SsaDef*> compare_labels(const FlowScope& scope);
    nir::SsaDef* no_match(nir::SsaDef* any);
    nir::SsaDef* match_of_label(FlowScope& scope);
    void close_group(FlowScope& scope);

    ControlFlowMap& control_flow_map_;
    Hoisted& hoisted_;
    Operands& operands_;
    Scopes& scopes_;
};

} // namespace jacquard::tgsi
