#include <jacquard/spirv/translate/values/recovery.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

namespace jacquard::spirv {

// The result of the instruction gets a value, so that its uses are not reported as faults, too.
void Recovery::fail(const Instruction& instruction, const TranslationFault& fault) {
    faults_.report(instruction, fault);
    const bool has_value = context().function() != nullptr && instruction.result != 0 &&
                           instruction.type != 0 && values_.find(instruction.result) == nullptr;
    if (!has_value) {
        return;
    }
    try {
        const Type& type = types_.value_type(instruction.type);
        values_.set_value(instruction.result, values_.undefined(type));
    } catch (const TranslationFault&) {
        values_.set_failed(instruction.result);
    }
}

void Recovery::postpone_fault(const Instruction& instruction, TranslationFault& fault) {
    if (!fault.is_unsupported || fault.limit || instruction.result == 0) {
        fail(instruction, fault);
        return;
    }
    fault.origin = fault.origin != nullptr ? fault.origin : &instruction;
    values_.clear(instruction.result); // the value of a variable may be incomplete
    faults_.postpone(instruction.result, fault);
}

} // namespace jacquard::spirv
