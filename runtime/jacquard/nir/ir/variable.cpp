#include <jacquard/nir/ir/variable.h>

namespace jacquard::nir {

void VariableList::append(Variable* variable) {
    variable->previous = last_;
    variable->next = nullptr;
    (last_ != nullptr ? last_->next : first_) = variable;
    last_ = variable;
}

void VariableList::remove(Variable* variable) {
    (variable->previous != nullptr ? variable->previous->next : first_) = variable->next;
    (variable->next != nullptr ? variable->next->previous : last_) = variable->previous;
    variable->previous = nullptr;
    variable->next = nullptr;
}

} // namespace jacquard::nir
