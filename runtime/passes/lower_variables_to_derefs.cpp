#include <jacquard/nir/builder.h>
#include <jacquard/passes/lower_variables_to_derefs.h>

namespace jacquard::nir {
namespace {

bool lower(Shader& shader, IntrinsicInstruction& access) {
    Builder b(shader, Cursor::before_instruction(&access));
    switch (access.op) {
    case IntrinsicOp::load_var:
        access.value.rewrite_uses(b.load_deref(b.deref_var(access.variables()[0])));
        break;
    case IntrinsicOp::store_var:
        b.store_deref(b.deref_var(access.variables()[0]), access.first_source[0].ssa);
        break;
    case IntrinsicOp::copy_var: {
        DerefInstruction* to = b.deref_var(access.variables()[0]);
        b.copy_deref(to, b.deref_var(access.variables()[1]));
        break;
    }
    default: return false;
    }
    access.remove();
    return true;
}

} // namespace

bool lower_variables_to_derefs(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* access = instruction.as<IntrinsicInstruction>();
                changed |= access != nullptr && lower(shader, *access);
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
