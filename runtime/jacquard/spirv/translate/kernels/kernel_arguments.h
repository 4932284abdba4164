#pragma once

#include <jacquard/nir/ir/kernel_arguments.h>
#include <jacquard/spirv/translate/values/concern.h>

#include <string>
#include <vector>

namespace jacquard::spirv {

class Annotations;
class KernelImages;
class Memory;
class Pointers;
class Types;
class Values;

// Lays out the arguments of a kernel in a constant buffer, and gives its parameters their values.
class KernelArguments : Concern {
  public:
    KernelArguments(Context& context, Annotations& annotations, KernelImages& images,
                    Memory& memory, Pointers& pointers, Types& types, Values& values)
        : Concern(context), values_(values), types_(types), annotations_(annotations),
          pointers_(pointers), memory_(memory), images_(images) {}

    // Declares the buffer for the parameters of the entry point, and tells the shader of them.
    void declare(std::uint32_t function);
    // Gives the parameters their values, where the body of the entry point begins.
    void define_parameters();

  private:
    struct Parameter {
        const Instruction* instruction;
        const Type* type;                  // of the parameter
        const Type* stored = nullptr;      // in the buffer; null: an image or a sampler
        std::uint32_t member = 0;          // of the buffer
        const Pointer* resource = nullptr; // the image or sampler
    };

    void add(const Instruction& parameter);
    void lay_out_block();
    std::string name_of(std::size_t number) const;
    bool is_by_value(std::uint32_t parameter) const;

    Values& values_;
    Types& types_;
    Annotations& annotations_;
    Pointers& pointers_;
    Memory& memory_;
    KernelImages& images_;
    std::uint32_t function_ = 0;
    std::vector<Parameter> parameters_;
    std::vector<nir::KernelArgument> arguments_;
    Type* block_ = nullptr;
    nir::Variable* buffer_ = nullptr;
};

} // namespace jacquard::spirv
