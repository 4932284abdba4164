#pragma once

#include <jacquard/nir/text/parse/concern.h>

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::nir {

class Types;
class Values;
class Variables;

// Parses dereferences. What they point at is found when the function has ended, since their parents
// may be named before they are defined.
class Derefs : Concern {
  public:
    Derefs(Tokens& tokens, Parts& parts, Shader& shader, Types& types, Values& values,
           Variables& variables)
        : Concern(tokens, parts, shader), types_(types), values_(values), variables_(variables) {}

    Instruction* deref(DerefKind kind);
    void resolve();

  private:
    struct PendingDeref {
        DerefInstruction* deref;
        std::string member;
        SourcePosition position;
    };

    bool element(DerefInstruction& made);
    bool cast_fields(DerefInstruction& cast);
    bool cast_field(DerefInstruction& cast, std::string_view name);
    const Type* part_type(DerefInstruction& deref, const Type& whole, const PendingDeref& pending);

    Types& types_;
    Values& values_;
    Variables& variables_;
    std::vector<PendingDeref> derefs_;
};

} // namespace jacquard::nir
