#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <vector>

namespace jacquard::spirv {

class Annotations;
class Feedback;
class Memory;
class Modes;
class Pointers;
class Types;
class Values;
class Varyings;
class Widths;

// Declares built-in variables, and loads those inputs that NIR loads by an intrinsic.
class BuiltIns : Concern {
  public:
    BuiltIns(Context& context, Annotations& annotations, Feedback& feedback, Memory& memory,
             Modes& modes, Pointers& pointers, Types& types, Values& values, Varyings& varyings,
             Widths& widths)
        : Concern(context), annotations_(annotations), feedback_(feedback), memory_(memory),
          modes_(modes), pointers_(pointers), types_(types), values_(values), varyings_(varyings),
          widths_(widths) {}

    void declare_built_in(std::uint32_t id, std::uint32_t number, Pointer& made);
    void load_built_ins();

  private:
    struct BuiltInInput {
        const BuiltInFacts* facts;
        const Type* type;
        Pointer pointer;
    };

    SsaDef* place_in_quads(nir::IntrinsicOp op);

    Annotations& annotations_;
    Feedback& feedback_;
    Memory& memory_;
    Modes& modes_;
    Pointers& pointers_;
    Types& types_;
    Values& values_;
    Varyings& varyings_;
    Widths& widths_;
    std::vector<BuiltInInput> built_in_inputs_;
};

} // namespace jacquard::spirv
