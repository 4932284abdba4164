#pragma once

#include <jacquard/nir/text/parse/concern.h>

#include <map>
#include <string>
#include <vector>

namespace jacquard::nir {

class Values;

// Parses calls. Functions may be called before they are defined, so that calls are kept and
// resolved when the text has ended.
class Calls : Concern {
  public:
    Calls(Tokens& tokens, Parts& parts, Shader& shader, Values& values)
        : Concern(tokens, parts, shader), values_(values) {}

    Instruction* call();
    void add_function(Function* function, const std::string& name, SourcePosition position);
    void resolve();

  private:
    struct PendingCall {
        CallInstruction* call;
        std::string name;
        SourcePosition position;
    };

    Values& values_;
    // A tree, since whoever writes the names may have found some of equal hash.
    std::map<std::string, Named<Function>> functions_;
    std::vector<PendingCall> calls_;
};

} // namespace jacquard::nir
