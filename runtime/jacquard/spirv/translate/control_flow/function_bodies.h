#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <vector>

namespace jacquard::spirv {

class Annotations;
class BuiltIns;
class Calls;
class Faults;
class Flow;
class FlowBlocks;
class GenericPointers;
class Initialisers;
class Jumps;
class KernelArguments;
class KernelFlow;
class NamedPlaces;
class Phis;
class Recovery;
class RefusedNames;
class Types;
class Values;
class Variables;

// Finds the functions that the entry point reaches, and translates their bodies.
class FunctionBodies : Concern {
  public:
    FunctionBodies(Context& context, Annotations& annotations, BuiltIns& built_ins, Calls& calls,
                   Faults& faults, Flow& flow, FlowBlocks& flow_blocks,
                   GenericPointers& generic_pointers, Initialisers& initialisers, Jumps& jumps,
                   KernelArguments& kernel_arguments, KernelFlow& kernel_flow,
                   NamedPlaces& named_places, Phis& phis, Recovery& recovery,
                   RefusedNames& refused_names, Types& types, Values& values, Variables& variables)
        : Concern(context), annotations_(annotations), built_ins_(built_ins), calls_(calls),
          faults_(faults), flow_(flow), flow_blocks_(flow_blocks),
          generic_pointers_(generic_pointers), initialisers_(initialisers), jumps_(jumps),
          kernel_arguments_(kernel_arguments), kernel_flow_(kernel_flow),
          named_places_(named_places), phis_(phis), recovery_(recovery),
          refused_names_(refused_names), types_(types), values_(values), variables_(variables) {}

    bool find_functions(const Instruction& entry);
    void translate_function(const Instruction& definition);
    void leave_function();
    // Returns the indices of the OpFunction of all functions that the entry point reaches.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return function_order_; }

  private:
    void take_parameters(std::uint32_t& index);
    const Value& take_parameter(const Type& type, nir::Access access, unsigned& next);

    Annotations& annotations_;
    BuiltIns& built_ins_;
    Calls& calls_;
    Faults& faults_;
    Flow& flow_;
    FlowBlocks& flow_blocks_;
    GenericPointers& generic_pointers_;
    Initialisers& initialisers_;
    Jumps& jumps_;
    KernelArguments& kernel_arguments_;
    KernelFlow& kernel_flow_;
    NamedPlaces& named_places_;
    Phis& phis_;
    Recovery& recovery_;
    RefusedNames& refused_names_;
    Types& types_;
    Values& values_;
    Variables& variables_;
    std::vector<std::uint32_t> function_order_; // indices of OpFunction
};

} // namespace jacquard::spirv
