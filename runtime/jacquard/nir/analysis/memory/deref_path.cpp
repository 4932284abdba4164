#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/ir/variable.h>

#include <algorithm>

namespace jacquard::nir {
namespace {

enum class StepRelation : std::uint8_t { equal, different, a_wider, b_wider, unknown };

bool selects_element(DerefKind kind) {
    return kind == DerefKind::array || kind == DerefKind::ptr_as_array;
}

StepRelation compare_indices(const SsaDef& a, const SsaDef& b) {
    if (&a == &b) {
        return StepRelation::equal;
    }
    const auto left = constant_components(a);
    const auto right = constant_components(b);
    if (left.empty() || right.empty()) {
        return StepRelation::unknown;
    }
    return left[0].u64 == right[0].u64 ? StepRelation::equal : StepRelation::different;
}

// Compares two steps from the same position.
StepRelation compare_steps(const DerefInstruction& a, const DerefInstruction& b) {
    if (&a == &b) {
        return StepRelation::equal;
    }
    if (a.deref == DerefKind::structure && b.deref == DerefKind::structure) {
        return a.member == b.member ? StepRelation::equal : StepRelation::different;
    }
    const bool wild_a = a.deref == DerefKind::array_wildcard;
    const bool wild_b = b.deref == DerefKind::array_wildcard;
    if (wild_a || wild_b) {
        if (wild_a && wild_b) {
            return StepRelation::equal;
        }
        const DerefKind other = wild_a ? b.deref : a.deref;
        if (other != DerefKind::array) {
            return StepRelation::unknown;
        }
        return wild_a ? StepRelation::a_wider : StepRelation::b_wider;
    }
    if (selects_element(a.deref) && a.deref == b.deref) {
        const StepRelation relation = compare_indices(*a.index.ssa, *b.index.ssa);
        // Elements of a pointer may overlap when they are not as far apart as they are large.
        return a.deref == DerefKind::ptr_as_array && relation == StepRelation::different &&
                       a.type != b.type
                   ? StepRelation::unknown
                   : relation;
    }
    if (a.deref == DerefKind::cast && b.deref == DerefKind::cast && a.type == b.type &&
        a.modes == b.modes && a.cast_stride == b.cast_stride) {
        return StepRelation::equal;
    }
    return StepRelation::unknown;
}

bool is_same_root(const DerefInstruction& a, const DerefInstruction& b) {
    return &a == &b ||
           (a.deref == DerefKind::var && b.deref == DerefKind::var && a.variable == b.variable) ||
           (a.deref == DerefKind::cast && b.deref == DerefKind::cast &&
            a.parent.ssa == b.parent.ssa && a.type == b.type && a.cast_stride == b.cast_stride);
}

// Variables share no memory, save where one resource may be bound twice.
DerefRelation unrelated_roots(const DerefInstruction& a, const DerefInstruction& b) {
    if ((a.modes & b.modes) == VariableMode::nothing) {
        return DerefRelation::no_alias;
    }
    if (a.deref != DerefKind::var || b.deref != DerefKind::var) {
        return DerefRelation::may_alias;
    }
    constexpr VariableMode kShared =
        VariableMode::mem_ssbo | VariableMode::mem_global | VariableMode::image;
    const bool restricted = (a.variable->access & Access::restrict) != Access::nothing ||
                            (b.variable->access & Access::restrict) != Access::nothing;
    return (a.modes & kShared) != VariableMode::nothing && !restricted ? DerefRelation::may_alias
                                                                       : DerefRelation::no_alias;
}

} // namespace

DerefPath::DerefPath(DerefInstruction& leaf) {
    for (DerefInstruction* at = &leaf; at != nullptr; at = at->parent_deref()) {
        steps_.push_back(at);
    }
    std::reverse(steps_.begin(), steps_.end());
}

DerefRelation compare(const DerefPath& a, const DerefPath& b) {
    if (!is_same_root(*a.root(), *b.root())) {
        return unrelated_roots(*a.root(), *b.root());
    }
    bool a_wider = false;
    bool b_wider = false;
    const std::size_t common = std::min(a.steps().size(), b.steps().size());
    for (std::size_t i = 1; i < common; ++i) {
        switch (compare_steps(*a.steps()[i], *b.steps()[i])) {
        case StepRelation::equal: break;
        case StepRelation::different: return DerefRelation::no_alias;
        case StepRelation::a_wider: a_wider = true; break;
        case StepRelation::b_wider: b_wider = true; break;
        case StepRelation::unknown:
            // An index that may or may not be the other one keeps members apart below it.
            if (a.steps()[i]->deref != DerefKind::array ||
                b.steps()[i]->deref != DerefKind::array) {
                return DerefRelation::may_alias;
            }
            a_wider = b_wider = true;
            break;
        }
    }
    // The steps after a common beginning only narrow the access, unless one casts or steps over
    // memory.
    const DerefPath& longer = a.steps().size() > b.steps().size() ? a : b;
    for (std::size_t i = common; i < longer.steps().size(); ++i) {
        const DerefKind kind = longer.steps()[i]->deref;
        if (kind == DerefKind::cast || kind == DerefKind::ptr_as_array) {
            return DerefRelation::may_alias;
        }
    }
    a_wider |= a.steps().size() < b.steps().size();
    b_wider |= b.steps().size() < a.steps().size();
    if (a_wider && b_wider) {
        return DerefRelation::may_alias;
    }
    return a_wider   ? DerefRelation::a_contains_b
           : b_wider ? DerefRelation::b_contains_a
                     : DerefRelation::equal;
}

DerefRelation compare(DerefInstruction& a, DerefInstruction& b) {
    return &a == &b ? DerefRelation::equal : compare(DerefPath(a), DerefPath(b));
}

Variable* variable_of(const DerefInstruction& deref) {
    const DerefInstruction* at = &deref;
    while (at->deref != DerefKind::var) {
        if (at->deref == DerefKind::cast || at->parent_deref() == nullptr) {
            return nullptr;
        }
        at = at->parent_deref();
    }
    return at->variable;
}

DerefInstruction* deref_of(const SsaDef& value) {
    return value.instruction->as<DerefInstruction>();
}

} // namespace jacquard::nir
