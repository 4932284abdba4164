#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>

namespace jacquard::spirv {

class Values;
class Widths;

// Arithmetic that OpenCL alone has, and that is no formula of a component.
class KernelArithmetic : Concern {
  public:
    KernelArithmetic(Context& context, Values& values, Widths& widths)
        : Concern(context), values_(values), widths_(widths) {}

    void translate_select_bits();
    void translate_select_signs();
    void translate_shuffle();
    void translate_upsample();
    void translate_saturated();

  private:
    SsaDef* vector_operand(std::size_t i);

    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
