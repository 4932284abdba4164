#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <unordered_map>

namespace jacquard::spirv {

class FlowBlocks;
class GenericPointers;
class Memory;
class Recovery;
class Types;
class Values;

struct FlowBlock;

// Keeps the values of phis in memory: predecessors store them, and the block of the phi loads them.
class Phis : Concern {
  public:
    Phis(Context& context, FlowBlocks& flow_blocks, GenericPointers& generic_pointers,
         Memory& memory, Recovery& recovery, Types& types, Values& values)
        : Concern(context), flow_blocks_(flow_blocks), generic_pointers_(generic_pointers),
          memory_(memory), recovery_(recovery), types_(types), values_(values) {}

    void load_phis(const FlowBlock& block);
    void store_phis(std::uint32_t from, std::uint32_t to);
    void clear() { phis_.clear(); }

  private:
    void load_phi(const Instruction& phi);
    const Pointer& phi_memory(const Instruction& phi);

    FlowBlocks& flow_blocks_;
    GenericPointers& generic_pointers_;
    Memory& memory_;
    Recovery& recovery_;
    Types& types_;
    Values& values_;
    std::unordered_map<std::uint32_t, Pointer> phis_; // by id
};

} // namespace jacquard::spirv
