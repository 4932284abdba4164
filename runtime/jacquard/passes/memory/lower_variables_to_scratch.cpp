#include <jacquard/generated/passes/lower_variables_to_scratch.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/passes/util/memory/memory_derefs.h>
#include <jacquard/passes/util/memory/memory_sizes.h>

#include <vector>

namespace jacquard::nir {
namespace {

// An access by another type may reach the rest of a vector beyond the end of a variable.
constexpr std::uint32_t kScratchAlignment = 16;

// Whether a use of an address is one that an address of memory can take the place of: an access, or
// a part of what the address names.
bool is_access(const Source& use) {
    const Instruction* user = use.instruction();
    if (user == nullptr) {
        return false;
    }
    if (user->as<DerefInstruction>() != nullptr) {
        return true;
    }
    const auto* intrinsic = user->as<IntrinsicInstruction>();
    const VariableAccess* access = intrinsic != nullptr ? deref_access(*intrinsic) : nullptr;
    return access != nullptr && (access->is_load() || access->is_store() || access->is_atomic()) &&
           &use == &intrinsic->first_source[access->deref_source];
}

// By number of the variable: its address goes where nothing can take its place, or it is named
// without an address.
std::vector<bool> variables_that_stay(const Shader& shader) {
    std::vector<bool> stays(shader.num_variables());
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
                    for (const Variable* variable : intrinsic->variables()) {
                        stays[variable->index] = true;
                    }
                }
                const auto* deref = instruction.as<DerefInstruction>();
                if (deref == nullptr) {
                    continue;
                }
                const DerefInstruction* root = deref;
                while (const DerefInstruction* parent = root->parent_deref()) {
                    root = parent;
                }
                for (const Source& use : deref->value.uses()) {
                    if (root->variable != nullptr && !is_access(use)) {
                        stays[root->variable->index] = true;
                    }
                }
            }
        }
    }
    return stays;
}

bool belongs_in_scratch(const Variable& variable, const VariableUse& use,
                        const LowerVariablesToScratchOptions& options) {
    const SizeAndAlign size = size_and_align(variable.type, layout_of_mode(variable.mode));
    const bool is_used_so =
        options.casts ? use.is_complex
                      : use.is_indirect && !use.is_complex && size.size >= options.min_bytes;
    return is_used_so && !use.is_copied && variable.initializer.empty() &&
           !variable.type->contains_opaque && size.size <= kMaxMemorySize;
}

} // namespace

bool lower_variables_to_scratch(Shader& shader, const LowerVariablesToScratchOptions& options) {
    // One that nothing reads would be a use that keeps its variable out.
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= remove_unused_derefs(function);
    }
    const VariableUses uses(shader);
    const std::vector<bool> stays =
        options.casts ? variables_that_stay(shader) : std::vector<bool>(shader.num_variables());
    std::vector<bool> is_lowered(shader.num_variables());
    MemorySize scratch(shader, "scratch_size");
    bool any = false;
    for (Function& function : shader.functions()) {
        for (Variable& variable : function.variables()) {
            if (!stays[variable.index] &&
                belongs_in_scratch(variable, uses.of(variable), options) &&
                scratch.place(variable, layout_of_mode(variable.mode))) {
                if (options.casts) {
                    scratch.pad(kScratchAlignment);
                }
                is_lowered[variable.index] = true;
                any = true;
            }
        }
    }
    if (!any) {
        return changed;
    }
    scratch.write();
    for (Function& function : shader.functions()) {
        MemoryDerefs(function, AddressFormat::index_offset_32, is_lowered, VariableMode::nothing)
            .run();
        remove_unused_derefs(function);
        for (Variable& variable : function.variables()) {
            if (is_lowered[variable.index]) {
                shader.remove_variable(&variable);
            }
        }
    }
    return true;
}

} // namespace jacquard::nir
