#include <jacquard/generated/ir3/select.h>
#include <jacquard/ir3/compiler/select/lacking.h>

namespace jacquard::ir3 {

namespace {

bool is_wide(const nir::AluInstruction& alu) {
    bool found = alu.value.bit_size > 32;
    for (const nir::AluSource& source : alu.sources()) {
        found |= source.ssa->bit_size > 32;
    }
    return found;
}

} // namespace

Lacking::Lacking(const Target& target, bool precise)
    : graph_(arena_, target.revision), selection_(graph_, target.machine, precise, {}) {}

bool Lacking::operator()(const nir::AluInstruction& alu) {
    if (is_wide(alu)) {
        return true; // no register is, so there is nothing to try
    }
    return select(selection_, {&alu, 0}) == nullptr;
}

unsigned Lacking::instructions_for(const nir::AluInstruction& alu) {
    const unsigned before = selection_.num_tried();
    return (*this)(alu) ? 0 : selection_.num_tried() - before;
}

} // namespace jacquard::ir3
