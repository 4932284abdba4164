#include <jacquard/spirv/translate/pointers/pointer_variables.h>
#include <jacquard/spirv/translate/values/context.h>

namespace jacquard::spirv {

bool PointerVariables::is_set_once(const Instruction& variable) {
    if (!uses_.contains(variable.result)) {
        look_from(variable);
    }
    const Uses& uses = uses_[variable.result];
    return uses.stores == 1 && !uses.others;
}

void PointerVariables::look_from(const Instruction& variable) {
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
        } else if (op != Op::Line) {
            note_use(all[i], is_first_block);
        }
    }
}

// A number that is no id may look like one; then the variable is one of those that are not known.
void PointerVariables::note_use(const Instruction& user, bool is_first_block) {
    const Words words = module().operands(user);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto found = uses_.find(words[i]);
        if (found == uses_.end() || (user.op() == Op::Load && i == 0)) {
            continue;
        }
        if (user.op() == Op::Store && i == 0 && is_first_block) {
            ++found->second.stores;
        } else {
            found->second.others = true;
        }
    }
}

} // namespace jacquard::spirv
