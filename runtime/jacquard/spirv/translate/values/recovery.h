#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Types;
class Values;

// Catches the faults of single instructions, so that one translation reports all of them.
class Recovery : Concern {
  public:
    Recovery(Context& context, Faults& faults, Types& types, Values& values)
        : Concern(context), faults_(faults), types_(types), values_(values) {}

    // Takes a step of the translation that belongs to the instruction, and reports its fault.
    template <typename Step>
    void attempt(const Instruction& instruction, Step step) {
        try {
            step();
        } catch (const TranslationFault& fault) {
            fail(instruction, fault);
        }
    }

    // Takes a step that makes a type, constant or variable. One that is not supported is reported
    // only if something uses it: a module that never does is right.
    template <typename Step>
    void postpone(const Instruction& instruction, Step step) {
        try {
            step();
        } catch (TranslationFault& fault) {
            postpone_fault(instruction, fault);
        }
    }

  private:
    void fail(const Instruction& instruction, const TranslationFault& fault);
    void postpone_fault(const Instruction& instruction, TranslationFault& fault);

    Faults& faults_;
    Types& types_;
    Values& values_;
};

} // namespace jacquard::spirv
