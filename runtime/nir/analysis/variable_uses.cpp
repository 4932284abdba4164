#include <jacquard/nir/analysis/variable_uses.h>
#include <jacquard/nir/behaviour.h>

#include <algorithm>

namespace jacquard::nir {
namespace {

// Most shaders have fewer dereferences, and need no memory more than once.
constexpr std::size_t kFirstPlaces = 64;

bool is_volatile(Access access) {
    return (access & Access::volatile_) != Access::nothing;
}

} // namespace

const VariablePlace& VariablePlaces::see(const DerefInstruction& deref) {
    const VariablePlace place = place_of(deref);
    if (deref.value.index >= place_of_value_.size()) {
        place_of_value_.resize(
            std::max<std::size_t>(2 * place_of_value_.size(), deref.value.index + kFirstPlaces));
        places_.reserve(kFirstPlaces);
    }
    std::uint32_t& number = place_of_value_[deref.value.index];
    if (number == 0) {
        number = static_cast<std::uint32_t>(places_.size());
        places_.emplace_back();
    }
    return places_[number] = place;
}

const VariablePlace& VariablePlaces::of(const SsaDef& value) const {
    const bool may_be_known =
        value.instruction->kind == InstructionKind::deref && value.index < place_of_value_.size();
    return places_[may_be_known ? place_of_value_[value.index] : 0];
}

std::uint64_t VariablePlaces::scalars_before(const Type& structure, unsigned member) {
    std::vector<std::uint64_t>& sums = before_[&structure];
    if (sums.empty()) {
        sums.reserve(structure.members.size());
        std::uint64_t sum = 0;
        for (const StructMember& each : structure.members) {
            sums.push_back(sum);
            sum += each.type->scalar_count;
        }
    }
    return sums[member];
}

VariablePlace VariablePlaces::place_of(const DerefInstruction& deref) {
    VariablePlace place;
    switch (deref.deref) {
    case DerefKind::var:
        place.variable = deref.variable;
        place.count = deref.type->scalar_count;
        place.is_exact = true;
        return place;
    case DerefKind::cast:
    case DerefKind::ptr_as_array: return place;
    case DerefKind::array:
    case DerefKind::array_wildcard:
    case DerefKind::structure: break;
    }
    const DerefInstruction* parent = deref.parent_deref();
    if (parent == nullptr) {
        return place;
    }
    place = of(parent->value);
    if (place.variable == nullptr) {
        return place;
    }
    if (deref.deref == DerefKind::array_wildcard) {
        place.is_exact = false;
        place.is_wild = true;
    } else if (deref.deref == DerefKind::array) {
        select(place, deref, *parent->type);
    } else if (place.is_exact) {
        place.first += scalars_before(*parent->type, deref.member);
        place.count = deref.type->scalar_count;
    }
    return place;
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

VariableUses::VariableUses(Shader& shader) : uses_(shader.num_variables()) {
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                if (const auto* deref = instruction.as<DerefInstruction>()) {
                    visit(function, *deref);
                } else if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
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

// Whatever reads a dereference is found by it: most instructions read none.
void VariableUses::visit(const Function& function, const DerefInstruction& deref) {
    const VariablePlace& place = places_.see(deref);
    if (place.variable != nullptr) {
        VariableUse& used = use(function, *place.variable);
        used.is_indirect = used.is_indirect || place.is_indirect;
        used.is_outside = used.is_outside || place.is_outside;
        for (const Source& source : deref.value.uses()) {
            const Instruction* reader = source.instruction();
            if (reader != nullptr && reader->kind != InstructionKind::deref) {
                visit_reader(used, *reader, source);
            }
        }
    }
    const bool opaque = deref.deref == DerefKind::cast || deref.deref == DerefKind::ptr_as_array;
    if (opaque && deref.parent_deref() != nullptr) {
        const VariablePlace& named = places_.of(*deref.parent.ssa);
        if (named.variable != nullptr) {
            use(function, *named.variable).is_complex = true;
        }
    }
}

void VariableUses::visit_named(const Function& function, const IntrinsicInstruction& intrinsic) {
    const std::span<Variable* const> variables = intrinsic.variables();
    if (variables.empty()) {
        return;
    }
    const VariableAccess* access = variable_access(intrinsic.op);
    for (std::size_t i = 0; i < variables.size(); ++i) {
        VariableUse& used = use(function, *variables[i]);
        const bool copies = access->is_copy();
        const bool writes = !access->is_load() && i == 0;
        used.is_copied = used.is_copied || copies;
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
        used.is_volatile = used.is_volatile || is_volatile(intrinsic->access());
    } else if (access != nullptr && access->is_store() && is_place) {
        used.is_written = true;
        used.is_volatile = used.is_volatile || is_volatile(intrinsic->access());
    } else if (access != nullptr && access->is_copy()) {
        (is_place ? used.is_written : used.is_read) = true;
        used.is_copied = true;
        used.is_volatile = used.is_volatile || is_volatile(is_place ? intrinsic->dst_access()
                                                                    : intrinsic->src_access());
    } else {
        used.is_complex = true;
        used.is_read = true;
        used.is_written = true;
    }
}

void update_deref_modes(Shader& shader) {
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* deref = instruction.as<DerefInstruction>();
                if (deref == nullptr || deref->deref == DerefKind::cast) {
                    continue;
                }
                const DerefInstruction* parent = deref->parent_deref();
                deref->modes = deref->deref == DerefKind::var ? deref->variable->mode
                               : parent != nullptr            ? parent->modes
                                                              : deref->modes;
            }
        }
    }
}

bool remove_unused_derefs(Function& function) {
    std::vector<DerefInstruction*> derefs;
    for (Block& block : function.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            if (auto* deref = instruction.as<DerefInstruction>()) {
                derefs.push_back(deref);
            }
        }
    }
    bool changed = false;
    for (std::size_t i = derefs.size(); i-- > 0;) {
        if (!derefs[i]->value.has_uses()) {
            derefs[i]->remove();
            changed = true;
        }
    }
    return changed;
}

} // namespace jacquard::nir
