#pragma once

#include <jacquard/nir/text/parse/concern.h>

#include <optional>

namespace jacquard::nir {

class Blocks;
class Calls;
class ControlFlow;
class Derefs;
class Places;
class Types;
class Values;
class Variables;

// Parses functions: their heads, their variables and their bodies, after which what they name is
// found.
class Functions : Concern {
  public:
    Functions(Tokens& tokens, Parts& parts, Shader& shader, Blocks& blocks, Calls& calls,
              ControlFlow& control_flow, Derefs& derefs, Places& places, Types& types,
              Values& values, Variables& variables)
        : Concern(tokens, parts, shader), blocks_(blocks), calls_(calls),
          control_flow_(control_flow), derefs_(derefs), places_(places), types_(types),
          values_(values), variables_(variables) {}

    void function();

  private:
    bool parameters(Function& function);
    std::optional<Parameter> parameter();
    void locals(Function& function);
    void resolve(Function& function);
    static void take_counts_from_sources(Function& function);

    Blocks& blocks_;
    Calls& calls_;
    ControlFlow& control_flow_;
    Derefs& derefs_;
    Places& places_;
    Types& types_;
    Values& values_;
    Variables& variables_;
};

} // namespace jacquard::nir
