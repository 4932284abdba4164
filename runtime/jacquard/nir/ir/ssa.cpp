#include <jacquard/nir/ir/ssa.h>

namespace jacquard::nir {

void SsaDef::rewrite_uses(SsaDef* replacement) {
    if (replacement == this || first_use == nullptr) {
        return;
    }
    Source* last = first_use;
    for (;; last = last->next_use) {
        last->ssa = replacement;
        if (last->next_use == nullptr) {
            break;
        }
    }
    last->next_use = replacement->first_use;
    if (last->next_use != nullptr) {
        last->next_use->previous_link = &last->next_use;
    }
    replacement->first_use = first_use;
    first_use->previous_link = &replacement->first_use;
    first_use = nullptr;
}

} // namespace jacquard::nir
