#include <jacquard/generated/ir3/select.h>
#include <jacquard/ir3/compiler/select/lacking.h>

namespace jacquard::ir3 {

namespace {

// No register is wider, and so no rule need be asked.
bool is_wide(const nir::AluInstruction& alu) {
    bool found = alu.value.bit_size > 32;
    for (const nir::AluSource& source : alu.sources()) {
        found |= source.ssa->bit_size > 32;
    }
    return found;
}

} // namespace

bool Lacking::operator()(const nir::AluInstruction& alu) const {
    return is_wide(alu) || find_rule(view_, {&alu, 0}) == nullptr;
}

unsigned Lacking::instructions_for(const nir::AluInstruction& alu) const {
    const RuleForm* form = is_wide(alu) ? nullptr : find_rule(view_, {&alu, 0});
    return form != nullptr ? form->num_instructions : 0;
}

} // namespace jacquard::ir3
