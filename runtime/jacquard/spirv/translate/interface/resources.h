#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Annotations;
class Types;
class Values;

// Declares variables in memory: buffers, images, samplers, and memory of the shader itself.
class Resources : Concern {
  public:
    Resources(Context& context, Annotations& annotations, Types& types, Values& values)
        : Concern(context), annotations_(annotations), types_(types), values_(values) {}

    void declare_resource(const Instruction& instruction, const Type& pointee);

  private:
    nir::Variable* shared_block(const nir::Type& type);
    bool are_blocks_one_memory() const;

    Annotations& annotations_;
    Types& types_;
    Values& values_;
    nir::Variable* shared_block_ = nullptr; // the memory of all blocks of the work group
};

} // namespace jacquard::spirv
