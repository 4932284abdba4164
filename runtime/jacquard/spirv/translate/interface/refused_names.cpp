#include <jacquard/spirv/translate/translator.h>

#include <algorithm>

// Names of which the tables say that modules that use them are refused.
namespace jacquard::spirv {

void Translator::refuse_name(const RefusedName& refused) {
    const EnumerationInfo& kind = enumeration(refused.kind);
    std::string words(kind.name);
    std::replace(words.begin(), words.end(), '_', ' ');
    const std::string name(refused.name->name);
    report_fault(
        module_.instructions[refused.instruction],
        {kind.is_mask ? name + " of the " + words + " is" : "the " + words + ' ' + name + " is",
         true});
}

// Refuses what a module says of itself; modes are of entry points, and decorations of ids.
void Translator::refuse_names_of_module() {
    for (const RefusedName& refused : module_.refused) {
        if (module_.instructions[refused.instruction].info->handling == Handling::nothing) {
            refuse_name(refused);
        }
    }
}

// Decorations of inputs and outputs of other entry points concern those.
void Translator::refuse_decorations() {
    for (const RefusedName& refused : module_.refused) {
        const Instruction& instruction = module_.instructions[refused.instruction];
        if (instruction.info->handling != Handling::decoration) {
            continue;
        }
        const std::uint32_t target = module_.operands(instruction)[0];
        const Instruction* variable = module_.definition(target);
        const auto is_of = [&](StorageClass storage) {
            return module_.operands(*variable)[0] == static_cast<std::uint32_t>(storage);
        };
        const bool is_others = variable != nullptr && variable->op() == Op::Variable &&
                               (is_of(StorageClass::Input) || is_of(StorageClass::Output)) &&
                               !interface_ids_.contains(target);
        if (!is_others) {
            refuse_name(refused);
        }
    }
}

void Translator::refuse_names_of_function(std::uint32_t first, std::uint32_t last) {
    for (const RefusedName& refused : module_.refused) {
        if (refused.instruction >= first && refused.instruction < last) {
            refuse_name(refused);
        }
    }
}

} // namespace jacquard::spirv
