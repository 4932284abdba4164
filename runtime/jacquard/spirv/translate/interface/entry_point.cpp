#include <jacquard/spirv/translate/interface/entry_point.h>

#include <string>

namespace jacquard::spirv {

bool EntryPoint::choose(std::string_view name, std::optional<nir::Stage> stage) {
    const Instruction* other = nullptr;
    const auto model_of = [this](const Instruction& entry) {
        return find_enumerant(OperandKind::execution_model, module().operands(entry)[0]);
    };
    for (const Instruction& instruction : module().instructions) {
        if (instruction.op() != Op::EntryPoint) {
            continue;
        }
        const Words words = module().operands(instruction);
        const Enumerant* model = model_of(instruction);
        const bool is_wanted =
            (name.empty() || text_of(words.subspan(2)) == name) &&
            (!stage || (model != nullptr && model->is_nir == static_cast<std::uint32_t>(*stage)));
        if (is_wanted && model != nullptr && model->is_nir != kNotNir) {
            instruction_ = &instruction;
            stage_ = static_cast<nir::Stage>(model->is_nir);
            for (const std::uint32_t id : words.subspan(2 + text_words(words.subspan(2)))) {
                interface_ids_.insert(id);
            }
            return true;
        }
        other = is_wanted ? &instruction : other;
    }
    if (other != nullptr) {
        const Enumerant* model = model_of(*other);
        faults_.report(
            *other,
            {"the stage " + std::string(model != nullptr ? model->name : "") + " is", true});
    } else {
        faults_.report_malformed("the module has no entry point" +
                                 (name.empty() ? std::string() : " '" + std::string(name) + '\'') +
                                 (stage ? " of that stage" : ""));
    }
    return false;
}

} // namespace jacquard::spirv
