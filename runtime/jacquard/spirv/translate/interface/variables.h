#pragma once

#include <jacquard/spirv/translate/pointers/handle_variables.h>
#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Annotations;
class BuiltIns;
class EntryPoint;
class Feedback;
class Initialisers;
class Resources;
class Types;
class Values;
class Varyings;

// Declares the variables of the module and of functions.
class Variables : Concern {
  public:
    Variables(Context& context, Annotations& annotations, BuiltIns& built_ins,
              EntryPoint& entry_point, Feedback& feedback, Initialisers& initialisers,
              Resources& resources, Types& types, Values& values, Varyings& varyings)
        : Concern(context), annotations_(annotations), built_ins_(built_ins),
          entry_point_(entry_point), feedback_(feedback), initialisers_(initialisers),
          handle_variables_(context), resources_(resources), types_(types), values_(values),
          varyings_(varyings) {}

    void declare_variable(const Instruction& instruction);
    void declare_local(const Instruction& instruction);

  private:
    void declare_interface(const Instruction& instruction, const Type& pointee, bool is_input);

    Annotations& annotations_;
    BuiltIns& built_ins_;
    EntryPoint& entry_point_;
    Feedback& feedback_;
    Initialisers& initialisers_;
    HandleVariables handle_variables_;
    Resources& resources_;
    Types& types_;
    Values& values_;
    Varyings& varyings_;
};

} // namespace jacquard::spirv
