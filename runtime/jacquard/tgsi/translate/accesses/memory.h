#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

namespace jacquard::tgsi {

class Faults;
class Hoisted;
class Operands;
class Registers;
class Results;

// The properties of an image that its accesses state.
struct ImageFacts {
    TextureTarget target;
    nir::AluType type;
    nir::Access access;
    unsigned texel_bytes = 1; // of a raw image, whose first coordinate counts bytes
    std::uint32_t format = 0; // of texels that are one word; 0: of any others
};

// Translates accesses to buffers, images, shared memory and counters, and barriers.
class Memory : Concern {
  public:
    Memory(Context& context, Faults& faults, Hoisted& hoisted, Operands& operands,
           Registers& registers, Results& results)
        : Concern(context), faults_(faults), hoisted_(hoisted), operands_(operands),
          registers_(registers), results_(results) {}

    void load_memory();
    void store_memory();
    void change_memory(const OpcodeTranslation& translation);
    void query_memory();
    void order_memory();
    void order_resource();
    void wait_for_workgroup();

  private:
    nir::SsaDef* resource_number(const Register& reg);
    nir::SsaDef* counter_offset(const Register& reg);
    nir::SsaDef* global_address(const nir::Operand& address);
    ImageFacts image_facts(const Register& image);
    nir::SsaDef* image_coordinates(unsigned source, const ImageFacts& facts);
    nir::SsaDef* image_sample(unsigned source, TextureTarget target);
    template <typename Instruction>
    Instruction* with_image(Instruction* instruction, const ImageFacts& facts);
    void not_for_resource(const Register& reg);
    void fence(nir::VariableMode modes, nir::Scope scope);

    Faults& faults_;
    Hoisted& hoisted_;
    Operands& operands_;
    Registers& registers_;
    Results& results_;
};

} // namespace jacquard::tgsi
