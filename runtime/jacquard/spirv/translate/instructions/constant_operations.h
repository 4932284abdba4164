#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <unordered_map>
#include <vector>

namespace jacquard::spirv {

class Instructions;
class Types;
class Values;

// Computes specialisation constants that are operations on others.
class ConstantOperations : Concern {
  public:
    ConstantOperations(Context& context, Instructions& instructions, Types& types, Values& values)
        : Concern(context), instructions_(instructions), types_(types), values_(values) {}

    const Constant* operate(const Instruction& instruction);

  private:
    const Constant*
    evaluated(const Value& value,
              const std::unordered_map<const SsaDef*, std::vector<nir::ConstantValue>>& known);

    Instructions& instructions_;
    Types& types_;
    Values& values_;
};

} // namespace jacquard::spirv
