#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>

namespace jacquard::nir {
const VariablePlace& VariablePlaces::see(DerefInstruction& deref) {
    VariablePlace& place = places_[deref];
    if (deref.deref == DerefKind::var) {
        place = {};
        place.variable = deref.variable;
        place.count = deref.type->scalar_count;
        place.is_exact = true;
        return place;
    }
    const DerefInstruction* parent = deref.parent_deref();
    const bool is_opaque = deref.deref == DerefKind::cast || deref.deref == DerefKind::ptr_as_array;
    place = parent != nullptr && !is_opaque ? of(parent->value) : VariablePlace{};
    if (place.variable != nullptr) {
        narrow(place, deref, *parent->type);
    }
    return place;
}

// From the place of the parent.
void VariablePlaces::narrow(VariablePlace& place, const DerefInstruction& deref,
                            const Type& parent) {
    if (deref.deref == DerefKind::array_wildcard) {
        place.is_exact = false;
        place.is_wild = true;
    } else if (deref.deref == DerefKind::array) {
        select(place, deref, parent);
    } else if (place.is_exact) {
        place.first += parent.members[deref.member].scalars_before;
        place.count = deref.type->scalar_count;
    }
}

void VariablePlaces::select(VariablePlace& place, const DerefInstruction& deref,
                            const Type& parent) {
    const auto index = constant_components(*deref.index.ssa);
    const bool is_outside = !index.empty() && index[0].u64 >= parent.num_elements();
    place.is_indirect = place.is_indirect || index.empty();
    place.is_outside = place.is_outside || is_outside;
    if (index.empty() || is_outside) {
        place.is_exact = false;
    } else if (place.is_exact) {
        place.first += index[0].u64 * deref.type->scalar_count;
        place.count = deref.type->scalar_count;
    }
}

VariableUses::VariableUses(Shader& shader, VariableMode modes) : uses_(shader.num_variables()) {
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (auto* deref = instruction.as<DerefInstruction>()) {
                    visit(function, *deref, modes);
                } else if (const auto* intrinsic = instruction.as<IntrinsicInstruction>();
                           intrinsic != nullptr && intrinsic->first_variable != nullptr) {
                    visit_named(function, *intrinsic);
                }
            }
        }
    }
}

VariableUse& VariableUses::use(const Function& function, const Variable& variable) {
    VariableUse& use = uses_[variable.index];
    if (use.function == nullptr && !use.in_several_functions) {
        use.function = &function;
    } else if (use.function != &function) {
        use.function = nullptr;
        use.in_several_functions = true;
    }
    return use;
}

// Readers are found from the dereference, since most instructions read none.
void VariableUses::visit(const Function& function, DerefInstruction& deref, VariableMode modes) {
    const bool opaque = deref.deref == DerefKind::cast || deref.deref == DerefKind::ptr_as_array;
    if (!opaque && (deref.modes & modes) == VariableMode::nothing) {
        return;
    }
    const VariablePlace& place = places_.see(deref);
    if (place.variable != nullptr) {
        VariableUse& used = use(function, *place.variable);
        used.is_indirect = used.is_indirect || place.is_indirect;
        used.is_outside = used.is_outside || place.is_outside;
        used.is_counted = used.is_counted || counts(place.variable->access);
        for (const Source& source : deref.value.uses()) {
            const Instruction* reader = source.instruction();
            if (reader != nullptr && reader->kind != InstructionKind::deref) {
                visit_reader(used, *reader, source);
            }
        }
    }
    if (opaque && deref.value.has_uses() && deref.parent_deref() != nullptr) {
        const VariablePlace& named = places_.of(*deref.parent.ssa);
        if (named.variable != nullptr) {
            use(function, *named.variable).is_complex = true;
        }
    }
}

void VariableUses::visit_named(const Function& function, const IntrinsicInstruction& intrinsic) {
    const std::span<Variable* const> variables = intrinsic.variables();
    const VariableAccess* access = variable_access(intrinsic.op);
    for (std::size_t i = 0; i < variables.size(); ++i) {
        VariableUse& used = use(function, *variables[i]);
        const bool copies = access->is_copy();
        const bool writes = !access->is_load() && i == 0;
        used.is_copied = used.is_copied || copies;
        used.is_counted = used.is_counted || counts(variables[i]->access);
        (writes ? used.is_written : used.is_read) = true;
    }
}

void VariableUses::visit_reader(VariableUse& used, const Instruction& reader,
                                const Source& source) {
    const auto* intrinsic = reader.as<IntrinsicInstruction>();
    const VariableAccess* access = intrinsic != nullptr ? variable_access(intrinsic->op) : nullptr;
    const bool is_place = access != nullptr && access->deref_source >= 0 &&
                          &source == intrinsic->first_source + access->deref_source;
    if (access != nullptr && access->is_load()) {
        used.is_read = true;
        used.is_counted = used.is_counted || counts(intrinsic->access());
    } else if (access != nullptr && access->is_store() && is_place) {
        used.is_written = true;
        used.is_counted = used.is_counted || counts(intrinsic->access());
    } else if (access != nullptr && access->is_copy()) {
        (is_place ? used.is_written : used.is_read) = true;
        used.is_copied = true;
        used.is_counted =
            used.is_counted || counts(is_place ? intrinsic->dst_access() : intrinsic->src_access());
    } else {
        used.is_complex = true;
        used.is_read = true;
        used.is_written = true;
    }
}

void update_modes(DerefInstruction& deref) {
    if (deref.deref == DerefKind::cast) {
        return;
    }
    const DerefInstruction* parent = deref.parent_deref();
    deref.modes = deref.deref == DerefKind::var ? deref.variable->mode
                  : parent != nullptr           ? parent->modes
                                                : deref.modes;
}

void VariablePlaces::update_modes() const {
    for (const auto& row : places_.rows()) {
        nir::update_modes(*row.deref);
    }
}

// Removes a dereference that nothing uses, and then those above it that nothing else uses.
static bool remove_if_unused(DerefInstruction* deref) {
    bool changed = false;
    while (deref != nullptr && !deref->value.has_uses()) {
        DerefInstruction* parent = deref->parent_deref();
        deref->remove();
        changed = true;
        deref = parent;
    }
    return changed;
}

bool VariablePlaces::remove_unused() const {
    bool changed = false;
    for (const auto& row : places_.rows()) {
        changed |= row.deref->block != nullptr && remove_if_unused(row.deref);
    }
    return changed;
}

void remove_with_derefs(IntrinsicInstruction& access) {
    for (Source& source : access.sources()) {
        auto* deref = source.ssa->instruction->as<DerefInstruction>();
        source.set(nullptr);
        remove_if_unused(deref);
    }
    access.remove();
}

bool remove_unused_derefs(Function& function) {
    bool changed = false;
    for (Block& block : function.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            changed |= remove_if_unused(instruction.as<DerefInstruction>());
        }
    }
    return changed;
}

} // namespace jacquard::nir
