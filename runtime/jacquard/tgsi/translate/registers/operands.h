#pragma once

#include <jacquard/support/memory/memory_pool.h>
#include <jacquard/tgsi/translate/registers/concern.h>
#include <jacquard/tgsi/translate/registers/formula.h>
#include <jacquard/tgsi/translate/registers/recently_made.h>
#include <jacquard/tgsi/translate/registers/register_storage.h>

#include <array>
#include <optional>

namespace jacquard::tgsi {

class ConstantBuffers;
class Faults;
class Hoisted;
class Inputs;
class Places;
class Registers;
class Vertices;

// Reads sources and writes destinations, whatever their register file.
class Operands final : Concern, public SourceReader, public IndexReader {
  public:
    Operands(Context& context, ConstantBuffers& constant_buffers, Faults& faults, Hoisted& hoisted,
             Inputs& inputs, Places& places, Registers& registers, Vertices& vertices)
        : Concern(context), constant_buffers_(constant_buffers), faults_(faults), hoisted_(hoisted),
          inputs_(inputs), places_(places), registers_(registers), vertices_(vertices) {}

    nir::Operand read_source(unsigned source, unsigned component) override;
    nir::Operand read_pair(unsigned source, unsigned pair) override;
    nir::Operand read(const Source& source, unsigned component, OperandType type);
    nir::Operand modified(const Source& source, nir::Operand value, OperandType type);
    nir::Operand read_register(const Register& reg, unsigned component);
    std::optional<std::uint32_t> immediate_value(const Source& source) const;
    nir::SsaDef* index_value(const Index& index) override;
    void write(const Destination& destination, unsigned component, nir::SsaDef* value);
    void declare() { immediate_values_.resize(program().immediates.size()); }

  private:
    nir::Operand read_relative(const Register& reg, unsigned component);
    nir::Operand read_immediate(std::int32_t index, unsigned component);

    ConstantBuffers& constant_buffers_;
    Faults& faults_;
    Hoisted& hoisted_;
    Inputs& inputs_;
    Places& places_;
    Registers& registers_;
    Vertices& vertices_;
    PoolVector<std::array<nir::SsaDef*, 4>> immediate_values_{pool()};
    RegisterStorage input_array_{pool()};     // copies, where a register chooses the input
    RegisterStorage immediate_array_{pool()}; // copies, where a register chooses the immediate
    std::uint8_t copied_inputs_ = 0;          // components that are in input_array_
    std::uint8_t copied_immediates_ = 0;
    // Numbers of registers that a register chose, plus a constant distance.
    RecentlyMade<nir::SsaDef*> chosen_numbers_;
};

} // namespace jacquard::tgsi
