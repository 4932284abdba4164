#pragma once

#include <jacquard/nir/ir/kernel_arguments.h>
#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace jacquard::spirv {

class Constants;
class Types;
class Values;

// Declares the images and samplers of kernels: parameters, and samplers that the module describes.
class KernelImages : Concern {
  public:
    KernelImages(Context& context, Types& types, Values& values)
        : Concern(context), types_(types), values_(values) {}

    // Declares the sampler that a constant describes.
    void declare_literal(const Instruction& constant);
    // Declares what a parameter of such a type is, and tells the argument of it.
    const Pointer* declare_parameter(const Type& type, std::size_t number,
                                     nir::KernelArgument& argument);

    // All samplers that the module describes.
    [[nodiscard]] std::span<const nir::KernelArgument> literals() const { return literals_; }

  private:
    const Pointer* declare(const Type& type, const nir::KernelArgument& argument);

    Types& types_;
    Values& values_;
    std::vector<nir::KernelArgument> literals_;
};

} // namespace jacquard::spirv
