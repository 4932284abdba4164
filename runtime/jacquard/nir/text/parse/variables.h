#pragma once

#include <jacquard/nir/text/parse/concern.h>

#include <map>
#include <optional>
#include <string_view>

namespace jacquard::nir {

class Places;
class Types;

// Parses declarations of variables, and finds these by their names.
class Variables : Concern {
  public:
    Variables(Tokens& tokens, Parts& parts, Shader& shader, Places& places, Types& types)
        : Concern(tokens, parts, shader), places_(places), types_(types) {}

    // decl_var mode type "name" {fields}; `function` is null for a variable of the shader.
    void variable_line(Function* function);
    std::optional<Variable*> variable_by_name();

  private:
    bool variable_fields(Variable& variable);
    bool field_value(Variable& variable, std::string_view field);
    bool initializer(Variable& variable);

    Places& places_;
    Types& types_;
    // A tree, since whoever writes the names may have found some of equal hash.
    std::map<std::string_view, Named<Variable>> variables_;
};

} // namespace jacquard::nir
