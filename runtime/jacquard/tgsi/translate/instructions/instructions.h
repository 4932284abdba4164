#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

namespace jacquard::tgsi {

class ControlFlowMap;
class Faults;
class Flow;
class Hoisted;
class Lanes;
class Memory;
class Operands;
class Outputs;
class Regions;
class RegisterStack;
class Results;
class Scopes;
class Stages;
class Textures;

// Walks through the instructions of the program, and hands each to the concern that translates it.
class Instructions : Concern {
  public:
    Instructions(Context& context, ControlFlowMap& control_flow_map, Faults& faults, Flow& flow,
                 Hoisted& hoisted, Lanes& lanes, Memory& memory, Operands& operands,
                 Outputs& outputs, Regions& regions, RegisterStack& register_stack,
                 Results& results, Scopes& scopes, Stages& stages, Textures& textures)
        : Concern(context), control_flow_map_(control_flow_map), faults_(faults), flow_(flow),
          hoisted_(hoisted), lanes_(lanes), memory_(memory), operands_(operands), outputs_(outputs),
          regions_(regions), register_stack_(register_stack), results_(results), scopes_(scopes),
          stages_(stages), textures_(textures) {}

    void translate_instructions();

  private:
    static bool is_label(const Instruction& instruction);
    void translate_instruction(const Instruction& instruction);
    void wrong_stage(const OpcodeTranslation& translation);
    void translate_action(const OpcodeTranslation& translation);
    void discard_if_negative();

    ControlFlowMap& control_flow_map_;
    Faults& faults_;
    Flow& flow_;
    Hoisted& hoisted_;
    Lanes& lanes_;
    Memory& memory_;
    Operands& operands_;
    Outputs& outputs_;
    Regions& regions_;
    RegisterStack& register_stack_;
    Results& results_;
    Scopes& scopes_;
    Stages& stages_;
    Textures& textures_;
    std::uint32_t called_instructions_ = 0;
    bool has_ended_ = false;
};

} // namespace jacquard::tgsi
