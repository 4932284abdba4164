#include <jacquard/generated/passes/optimise_derefs.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {
namespace {

bool is_zero(const SsaDef& value) {
    const auto constant = constant_components(value);
    return !constant.empty() && constant[0].u64 == 0;
}

// Steps over memory depend on the stride that a cast gives.
bool is_stepped_from(const DerefInstruction& deref) {
    for (const Source& use : deref.value.uses()) {
        const auto* user =
            use.instruction() != nullptr ? use.instruction()->as<DerefInstruction>() : nullptr;
        if (user != nullptr && user->deref == DerefKind::ptr_as_array) {
            return true;
        }
    }
    return false;
}

// The modes of a dereference follow from those of its parent.
bool narrow(DerefInstruction& deref, const DerefInstruction& parent) {
    const VariableMode modes =
        deref.deref == DerefKind::cast ? deref.modes & parent.modes : parent.modes;
    if (modes == deref.modes || modes == VariableMode::nothing) {
        return false;
    }
    deref.modes = modes;
    return true;
}

// A cast of a cast reads what that one reads; a cast that says nothing new goes.
bool shorten_cast(DerefInstruction& cast, DerefInstruction& parent) {
    if (parent.deref == DerefKind::cast && parent.align_mul == 0) {
        cast.parent.set(parent.parent.ssa);
        if (DerefInstruction* next = cast.parent_deref()) {
            narrow(cast, *next);
            shorten_cast(cast, *next);
        }
        return true;
    }
    const bool says_nothing = cast.type == parent.type && cast.modes == parent.modes &&
                              cast.align_mul == 0 && cast.value.bit_size == parent.value.bit_size;
    if (!says_nothing || is_stepped_from(cast)) {
        return false;
    }
    cast.value.rewrite_uses(&parent.value);
    cast.remove();
    return true;
}

SsaDef* sum(Shader& shader, DerefInstruction& before, SsaDef* a, SsaDef* b) {
    return a->bit_size == b->bit_size
               ? CoreBuilder(shader, Cursor::before_instruction(&before)).iadd(a, b)
               : nullptr;
}

bool shorten_step(Shader& shader, DerefInstruction& step, DerefInstruction& parent) {
    if (is_zero(*step.index.ssa) && !is_stepped_from(step)) {
        step.value.rewrite_uses(&parent.value);
        step.remove();
        return true;
    }
    if (parent.deref != DerefKind::ptr_as_array && parent.deref != DerefKind::array) {
        return false;
    }
    const DerefInstruction* whole = parent.parent_deref();
    if (whole == nullptr || parent.type != step.type || whole->type->is_vector_or_scalar()) {
        return false;
    }
    SsaDef* index = sum(shader, step, parent.index.ssa, step.index.ssa);
    if (index == nullptr) {
        return false;
    }
    step.deref = parent.deref;
    step.in_bounds = step.in_bounds && parent.in_bounds;
    step.index.set(index);
    step.parent.set(parent.parent.ssa);
    return true;
}

// Returns true if a pointer is into memory of some modes, where all or none of those it may be into
// are among them.
bool answer_mode(Shader& shader, IntrinsicInstruction& question) {
    const DerefInstruction* deref = deref_of(question.first_source[0]);
    if (deref == nullptr || deref->modes == VariableMode::nothing) {
        return false;
    }
    const VariableMode common = deref->modes & question.memory_modes();
    if (common != deref->modes && common != VariableMode::nothing) {
        return false;
    }
    CoreBuilder b(shader, Cursor::before_instruction(&question));
    question.value.rewrite_uses(
        b.imm_bits(common == deref->modes ? 1 : 0, question.value.bit_size));
    question.remove();
    return true;
}

bool shorten(Shader& shader, DerefInstruction& deref) {
    DerefInstruction* parent = deref.parent_deref();
    if (parent == nullptr) {
        return false;
    }
    const bool narrowed = narrow(deref, *parent);
    switch (deref.deref) {
    case DerefKind::cast: return shorten_cast(deref, *parent) || narrowed;
    case DerefKind::ptr_as_array: return shorten_step(shader, deref, *parent) || narrowed;
    default: return narrowed;
    }
}

} // namespace

// Parents are short already when their children are looked at. Where none of these was made, every
// dereference is a path from a variable, whose modes it has.
bool optimise_derefs(Shader& shader) {
    if (!shader.may_have(DerefKind::cast) && !shader.may_have(DerefKind::ptr_as_array) &&
        !shader.may_have(IntrinsicOp::load_param) && !shader.may_have(IntrinsicOp::deref_mode_is)) {
        return false;
    }
    const auto optimise = [&](Instruction& instruction) {
        if (auto* deref = instruction.as<DerefInstruction>()) {
            return shorten(shader, *deref);
        }
        auto* question = instruction.as<IntrinsicInstruction>();
        return question != nullptr && accesses_deref(*question, VariableAction::is_in_modes) &&
               answer_mode(shader, *question);
    };
    bool changed = false;
    for (Function& function : shader.functions()) {
        if (change_instructions<Instruction>(function, optimise)) {
            remove_unused_derefs(function);
            changed = true;
        }
    }
    return changed;
}

} // namespace jacquard::nir
