#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/variables_to_ssa.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/ssa_builder.h>

#include <vector>

namespace jacquard::nir {
namespace {

constexpr std::uint64_t kMaxValues = 65536;
constexpr std::uint32_t kStays = ~std::uint32_t{0};

class VariablesToSsa {
  public:
    // `first_scalar` has a place for each variable of the shader; those of the function are free.
    VariablesToSsa(Function& function, const VariableUses& uses,
                   std::vector<std::uint32_t>& first_scalar)
        : function_(function), uses_(uses), ssa_(function), first_scalar_(first_scalar) {}

    bool run() {
        bool any = false;
        for (Variable& variable : function_.variables()) {
            const bool is_promoted = is_promotable(variable);
            first_scalar_[variable.index] = is_promoted ? add_scalars(*variable.type) : kStays;
            any = any || is_promoted;
        }
        if (!any) {
            return false;
        }
        if (function_.num_blocks > 1) {
            ssa_.note_accesses([this](const Instruction& instruction) { note(instruction); });
        }
        ssa_.rename_accesses([this](Instruction& instruction) { rename(instruction); });
        for (Variable& variable : function_.variables()) {
            if (first_scalar_[variable.index] != kStays) {
                function_.shader->remove_variable(&variable);
            }
        }
        return true;
    }

  private:
    [[nodiscard]] bool is_promotable(const Variable& variable) const {
        const VariableUse& use = uses_.of(variable);
        return !use.is_complex && !use.is_copied && !use.is_counted && !use.is_indirect &&
               variable.initializer.empty() && !variable.type->contains_opaque &&
               variable.type->scalar_count != 0 && variable.type->scalar_count <= kMaxValues;
    }

    // Types nest no deeper than the core allows.
    std::uint32_t add_scalars(const Type& type) {
        if (type.is_vector_or_scalar()) {
            return ssa_.add_variables(type.num_components, type.scalar.bit_size);
        }
        std::uint32_t first = kStays;
        if (type.scalar_count == 0) {
            return first; // however many elements of nothing there are
        }
        const std::uint32_t count = type.is_structure()
                                        ? static_cast<std::uint32_t>(type.members.size())
                                        : type.num_elements();
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t part =
                add_scalars(type.is_structure() ? *type.members[i].type : *type.element);
            first = first == kStays ? part : first;
        }
        return first;
    }

    // The access of an instruction, with scalars numbered as in the SsaBuilder.
    struct Access {
        IntrinsicInstruction* instruction = nullptr; // null: nothing that is promoted
        std::uint32_t first = 0;
        bool is_outside = false;
        int value_source = -1; // -1: a load
    };

    Access accessed(Instruction& instruction) const {
        Access access;
        auto* intrinsic = instruction.as<IntrinsicInstruction>();
        if (intrinsic == nullptr) {
            return access;
        }
        const VariableAccess* what = variable_access(intrinsic->op);
        if (what == nullptr || !(what->is_load() || what->is_store())) {
            return access;
        }
        access.value_source = what->value_source;
        const Variable* variable = nullptr;
        if (what->is_by_name()) {
            variable = intrinsic->variables()[0];
        } else {
            const VariablePlace& place =
                uses_.places().of(*intrinsic->first_source[what->deref_source].ssa);
            variable = place.variable;
            access.first = static_cast<std::uint32_t>(place.first);
            access.is_outside = place.is_outside;
        }
        if (variable != nullptr && first_scalar_[variable->index] != kStays) {
            access.instruction = intrinsic;
            access.first += first_scalar_[variable->index];
        }
        return access;
    }

    static std::uint32_t mask_of(const Access& access) {
        const IntrinsicInstruction& store = *access.instruction;
        return store.has_write_mask() ? store.write_mask() : ~std::uint32_t{0};
    }

    void note(const Instruction& instruction) {
        const Access access = accessed(const_cast<Instruction&>(instruction));
        if (access.instruction == nullptr || access.is_outside) {
            return;
        }
        if (access.value_source < 0) {
            for (std::uint32_t c = 0; c < access.instruction->value.num_components; ++c) {
                ssa_.note_read(access.first + c);
            }
            return;
        }
        const SsaDef& value = *access.instruction->first_source[access.value_source].ssa;
        for (std::uint32_t c = 0; c < value.num_components; ++c) {
            if ((mask_of(access) >> c & 1) != 0) {
                ssa_.note_write(access.first + c);
            }
        }
    }

    void rename(Instruction& instruction) {
        const Access access = accessed(instruction);
        if (access.instruction == nullptr) {
            return;
        }
        IntrinsicInstruction& intrinsic = *access.instruction;
        if (access.value_source < 0) {
            const SsaDef& value = intrinsic.value;
            const Cursor here = Cursor::before_instruction(&intrinsic);
            SsaDef* held = access.is_outside ? CoreBuilder(*function_.shader, here)
                                                   .undef(value.num_components, value.bit_size)
                                             : ssa_.read(access.first, value.num_components, here);
            intrinsic.value.rewrite_uses(held);
        } else if (!access.is_outside) {
            ssa_.write(access.first, intrinsic.first_source[access.value_source].ssa,
                       mask_of(access));
        }
        intrinsic.remove();
    }

    Function& function_;
    const VariableUses& uses_;
    SsaBuilder ssa_;
    std::vector<std::uint32_t>& first_scalar_; // by variable
};

} // namespace

bool variables_to_ssa(Shader& shader) {
    if (!shader.has_locals()) {
        return false;
    }
    const VariableUses uses(shader, VariableMode::function_temp);
    std::vector<std::uint32_t> first_scalar(shader.num_variables(), kStays);
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= VariablesToSsa(function, uses, first_scalar).run();
    }
    if (changed) {
        uses.places().remove_unused();
    }
    return changed;
}

} // namespace jacquard::nir
