#include <jacquard/spirv/translate/interface/entry_point.h>
#include <jacquard/spirv/translate/interface/refused_names.h>
#include <jacquard/spirv/translate/values/faults.h>

#include <algorithm>

// Names whose table entries say that modules which use them are refused.
namespace jacquard::spirv {

void RefusedNames::refuse_name(const RefusedName& refused) {
    const EnumerationInfo& kind = enumeration(refused.kind);
    std::string words(kind.name);
    std::replace(words.begin(), words.end(), '_', ' ');
    const std::string name(refused.name->name);
    faults_.report(
        module().instructions[refused.instruction],
        {kind.is_mask ? name + " of the " + words + " is" : "the " + words + ' ' + name + " is",
         true});
}

// Refuses what a module says of itself; modes are of entry points, and decorations of ids.
void RefusedNames::refuse_names_of_module() {
    for (const RefusedName& refused : module().refused) {
        if (module().instructions[refused.instruction].info->handling == Handling::nothing) {
            refuse_name(refused);
        }
    }
    for (const Instruction& instruction : module().instructions) {
        const bool is_physical = instruction.op() == Op::MemoryModel &&
                                 module().operands(instruction)[0] ==
                                     static_cast<std::uint32_t>(AddressingModel::Physical64);
        if (is_physical && !context().is_kernel()) {
            faults_.report(instruction, {"the addressing model Physical64 beside another memory "
                                         "model than that of OpenCL is",
                                         true});
        }
    }
}

// Decorations of inputs and outputs of other entry points concern those.
void RefusedNames::refuse_decorations() {
    for (const RefusedName& refused : module().refused) {
        const Instruction& instruction = module().instructions[refused.instruction];
        if (instruction.info->handling != Handling::decoration) {
            continue;
        }
        const std::uint32_t target = module().operands(instruction)[0];
        const Instruction* variable = module().definition(target);
        const auto is_of = [&](StorageClass storage) {
            return module().operands(*variable)[0] == static_cast<std::uint32_t>(storage);
        };
        const bool is_others = variable != nullptr && variable->op() == Op::Variable &&
                               (is_of(StorageClass::Input) || is_of(StorageClass::Output)) &&
                               !entry_point_.is_interface(target);
        if (!is_others) {
            refuse_name(refused);
        }
    }
}

void RefusedNames::refuse_names_of_function(std::uint32_t first, std::uint32_t last) {
    for (const RefusedName& refused : module().refused) {
        if (refused.instruction >= first && refused.instruction < last) {
            refuse_name(refused);
        }
    }
}

} // namespace jacquard::spirv
