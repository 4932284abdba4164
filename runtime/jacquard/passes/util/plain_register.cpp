#include <jacquard/passes/util/plain_register.h>

namespace jacquard::nir {

namespace {

bool has_modifiers(const IntrinsicInstruction& access) {
    return access.base() != 0 || access.legacy_fabs() || access.legacy_fneg() ||
           access.legacy_fsat();
}

} // namespace

bool is_plain_register(const IntrinsicInstruction& declaration) {
    if (declaration.num_array_elems() != 0 || declaration.num_components() > kMaxComponents) {
        return false;
    }
    for (const Source& use : declaration.value.uses()) {
        const Instruction* user = use.instruction();
        if (user == nullptr) {
            return false;
        }
        const auto* access = user->as<IntrinsicInstruction>();
        if (access == nullptr || has_modifiers(*access)) {
            return false;
        }
        const RegisterAccess* what = register_access(access->op);
        const bool load = what != nullptr && what->is_whole_load() &&
                          access->value.num_components == declaration.num_components() &&
                          access->value.bit_size == declaration.bit_size();
        const bool store =
            what != nullptr && what->is_whole_store() &&
            &use == &access->first_source[what->register_source] &&
            access->component_count == declaration.num_components() &&
            access->first_source[what->value_source].ssa->bit_size == declaration.bit_size();
        if (!load && !store) {
            return false;
        }
    }
    return true;
}

} // namespace jacquard::nir
