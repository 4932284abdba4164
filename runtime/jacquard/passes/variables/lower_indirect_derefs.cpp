#include <jacquard/generated/passes/lower_indirect_derefs.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/util/each.h>

#include <algorithm>
#include <vector>

namespace jacquard::nir {
namespace {

bool is_indirect(const DerefInstruction& step) {
    return step.deref == DerefKind::array && constant_components(*step.index.ssa).empty() &&
           step.parent_deref() != nullptr && step.parent_deref()->type->has_elements();
}

// Returns true if the element that a step leads to is chosen by ifs.
bool is_chosen(const DerefInstruction& step, const Variable& variable,
               const LowerIndirectDerefsOptions& options) {
    const bool is_vertex = variable.per_vertex && step.parent_deref() != nullptr &&
                           step.parent_deref()->deref == DerefKind::var;
    return is_indirect(step) && (!options.only_compact || (variable.compact && !is_vertex));
}

// Returns true if there is a variable whose elements are lowered where they are chosen.
bool chooses_any(const Shader& shader, const LowerIndirectDerefsOptions& options) {
    const auto is_lowered = [&options](const Variable& variable) {
        return (variable.mode & options.modes) != VariableMode::nothing &&
               (!options.only_compact || variable.compact) && !variable.type->is_vector_or_scalar();
    };
    const auto any = [&is_lowered](const VariableList& variables) {
        return std::any_of(variables.begin(), variables.end(), is_lowered);
    };
    bool found = any(shader.variables());
    for (const Function& function : shader.functions()) {
        found = found || any(function.variables());
    }
    return found;
}

using Steps = std::span<DerefInstruction* const>;

// One load, interpolation or store, made anew at every place it may mean.
class LowerAccess {
  public:
    LowerAccess(Shader& shader, IntrinsicInstruction& access, const Variable& variable,
                const LowerIndirectDerefsOptions& options)
        : b_(shader, Cursor::before_instruction(&access)), access_(access), variable_(variable),
          options_(options), is_store_(accesses_deref(access, VariableAction::store)) {}

    void run(const DerefPath& path) {
        SsaDef* value = descend(b_.deref_var(path.variable()), path.steps().subspan(1));
        if (!is_store_) {
            access_.value.rewrite_uses(value);
        }
        access_.remove();
    }

  private:
    // Paths are as short as types are deep, and searches as deep as arrays have bits in their
    // length.
    SsaDef* descend(DerefInstruction* at, Steps rest) {
        while (!rest.empty() && !is_chosen(*rest.front(), variable_, options_)) {
            at = b_.deref_like(at, *rest.front());
            rest = rest.subspan(1);
        }
        if (rest.empty()) {
            return access(at);
        }
        return search(at, rest, 0, at->type->num_elements());
    }

    SsaDef* search(DerefInstruction* array, Steps rest, std::uint32_t first, std::uint32_t end) {
        if (end - first <= 1) {
            return descend(b_.deref_array(array, first), rest.subspan(1));
        }
        const std::uint32_t middle = first + (end - first) / 2;
        SsaDef* index = rest.front()->index.ssa;
        IfNode* node = b_.push_if(b_.ult(index, b_.imm_int(middle, index->bit_size)));
        SsaDef* below = search(array, rest, first, middle);
        b_.push_else(node);
        SsaDef* above = search(array, rest, middle, end);
        b_.pop_if(node);
        return is_store_ ? nullptr : b_.if_phi(node, below, above);
    }

    SsaDef* access(DerefInstruction* at) {
        if (is_store_) {
            b_.store_deref(&at->value, access_.first_source[1].ssa)
                ->set_write_mask(access_.write_mask())
                ->set_access(access_.access());
            return nullptr;
        }
        const unsigned count = access_.value.num_components;
        const unsigned bits = access_.value.bit_size;
        if (accesses_deref(access_, VariableAction::load)) {
            IntrinsicInstruction* load = b_.load_deref(count, bits, &at->value);
            return &load->set_access(access_.access())->value;
        }
        std::vector<SsaDef*> sources;
        for (const Source& source : access_.sources()) {
            sources.push_back(source.ssa);
        }
        sources[static_cast<std::size_t>(deref_access(access_)->deref_source)] = &at->value;
        return &b_.intrinsic(access_.op, count, bits, sources)->value;
    }

    CoreBuilder b_;
    IntrinsicInstruction& access_;
    const Variable& variable_;
    const LowerIndirectDerefsOptions& options_;
    bool is_store_;
};

class LowerIndirectDerefs {
  public:
    LowerIndirectDerefs(Function& function, const LowerIndirectDerefsOptions& options)
        : function_(function), options_(options) {}

    // From the last access to the first, so that what stands behind one is moved only as far as the
    // next.
    bool run() {
        std::vector<IntrinsicInstruction*> accesses;
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* access = instruction.as<IntrinsicInstruction>();
                if (access != nullptr && is_lowered(*access)) {
                    accesses.push_back(access);
                }
            }
        }
        if (accesses.empty()) {
            return false;
        }
        for (std::size_t i = accesses.size(); i-- > 0;) {
            const DerefPath path(
                *deref_of(accesses[i]->first_source[deref_access(*accesses[i])->deref_source]));
            LowerAccess(*function_.shader, *accesses[i], *path.variable(), options_).run(path);
        }
        function_.link_blocks();
        remove_unused_derefs(function_);
        return true;
    }

  private:
    [[nodiscard]] bool is_lowered(const IntrinsicInstruction& access) const {
        const VariableAccess* what = deref_access(access);
        if (what == nullptr ||
            (what->action != VariableAction::load && what->action != VariableAction::store &&
             what->action != VariableAction::interpolate)) {
            return false;
        }
        const DerefInstruction* at = deref_of(access.first_source[what->deref_source]);
        const Variable* variable = at != nullptr ? variable_of(*at) : nullptr;
        if (variable == nullptr || (variable->mode & options_.modes) == VariableMode::nothing) {
            return false;
        }
        std::uint64_t choices = 1;
        bool chooses = false;
        for (; at != nullptr && at->deref != DerefKind::var; at = at->parent_deref()) {
            if (at->deref != DerefKind::array && at->deref != DerefKind::structure) {
                return false;
            }
            if (is_chosen(*at, *variable, options_)) {
                chooses = true;
                choices *= at->parent_deref()->type->num_elements();
                if (choices == 0 || choices > options_.max_elements) {
                    return false;
                }
            }
        }
        return chooses;
    }

    Function& function_;
    const LowerIndirectDerefsOptions& options_;
};

} // namespace

bool lower_indirect_derefs(Shader& shader, const LowerIndirectDerefsOptions& options) {
    return chooses_any(shader, options) && change_functions<LowerIndirectDerefs>(shader, options);
}

} // namespace jacquard::nir
