#pragma once

#include <jacquard/spirv/translate/kernels/remainders.h>
#include <jacquard/spirv/translate/kernels/stored_results.h>
#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>

namespace jacquard::spirv {

class Arithmetic;
class Memory;
class Pointers;
class Values;
class Widths;

// Arithmetic that OpenCL alone has, and that is no formula of a component.
class KernelArithmetic : Concern {
  public:
    KernelArithmetic(Context& context, Arithmetic& arithmetic, Memory& memory, Pointers& pointers,
                     Values& values, Widths& widths)
        : Concern(context), remainders_(context, memory, pointers, values),
          stored_results_(context, arithmetic, memory, pointers, values), values_(values),
          widths_(widths) {}

    void translate_select_bits();
    void translate_select_signs();
    void translate_shuffle();
    void translate_upsample();
    void translate_saturated();
    void translate_remainder() { remainders_.translate_remainder(); }
    // Its instruction is one of the set.
    void translate_stored_result(std::span<const InstructionInfo> set) {
        stored_results_.translate(set);
    }

  private:
    SsaDef* vector_operand(std::size_t i);

    Remainders remainders_;
    StoredResults stored_results_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
