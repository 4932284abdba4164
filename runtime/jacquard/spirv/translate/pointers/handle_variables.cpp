#include <jacquard/spirv/translate/pointers/handle_variables.h>
#include <jacquard/spirv/translate/values/context.h>

namespace jacquard::spirv {

bool HandleVariables::is_set_once(const Instruction& variable) {
    if (!uses_.contains(variable.result)) {
        look_from(variable);
    }
    const Uses& uses = uses_[variable.result];
    return uses.stores == 1 && !uses.others;
}

void HandleVariables::look_from(const Instruction& variable) {
    bool is_first_block = true;
    const auto& all = module().instructions;
    for (auto i = static_cast<std::size_t>(&variable - all.data()); i < all.size(); ++i) {
        const Op op = all[i].op();
        if (op == Op::FunctionEnd) {
            return;
        }
        if (op == Op::Variable) {
            uses_.try_emplace(all[i].result);
        } else if (op == Op::Label) {
            is_first_block = false; // that of the variable began before it
        } else {
            note_use(all[i], is_first_block);
        }
    }
}

void HandleVariables::note_use(const Instruction& user, bool is_first_block) {
    static_cast<void>(walk_.take_apart(user));               // the module was read
    const std::size_t place = user.word + user.head_words(); // that a load or store accesses
    for (const Operand& operand : walk_.operands()) {
        const auto found =
            is_id(operand.kind) ? uses_.find(module().words[operand.first]) : uses_.end();
        const bool is_place = operand.first == place;
        if (found == uses_.end() || (user.op() == Op::Load && is_place)) {
            continue;
        }
        if (user.op() == Op::Store && is_place && is_first_block) {
            ++found->second.stores;
        } else {
            found->second.others = true;
        }
    }
}

} // namespace jacquard::spirv
