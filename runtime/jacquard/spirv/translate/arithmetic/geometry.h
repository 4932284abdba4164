#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>

namespace jacquard::spirv {

class Memory;
class Pointers;
class Values;

// Translates functions of whole vectors, and functions with two results.
class Geometry : Concern {
  public:
    Geometry(Context& context, Memory& memory, Pointers& pointers, Values& values)
        : Concern(context), memory_(memory), pointers_(pointers), values_(values) {}

    SsaDef* dot(SsaDef* x, SsaDef* y);
    void translate_geometric();
    void translate_refract();
    void translate_modf(bool is_structure);
    void translate_frexp(bool is_structure);
    void translate_fract();

  private:
    SsaDef* float_operand(std::size_t i);
    SsaDef* length(SsaDef* x);
    SsaDef* normalised(SsaDef* x);

    Memory& memory_;
    Pointers& pointers_;
    Values& values_;
};

} // namespace jacquard::spirv
