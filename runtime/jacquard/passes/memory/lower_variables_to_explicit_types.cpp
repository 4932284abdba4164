#include <jacquard/generated/passes/lower_variables_to_explicit_types.h>
#include <jacquard/passes/util/memory/memory_derefs.h>
#include <jacquard/passes/util/memory/memory_sizes.h>

#include <array>
#include <unordered_map>

namespace jacquard::nir {
namespace {

class ExplicitTypes {
  public:
    ExplicitTypes(Shader& shader, VariableMode modes) : shader_(shader), modes_(modes) {}

    bool run() {
        MemorySize shared(shader_, "shared_size");
        MemorySize constants(shader_, "constant_data_size");
        bool placed_shared = false;
        bool placed_constant = false;
        for (Variable& variable : shader_.variables()) {
            if (!is_wanted(variable.mode)) {
                continue;
            }
            const Type* type = with_layout(variable.type, layout_of_mode(variable.mode));
            const bool is_new = type != variable.type;
            changed_ |= is_new;
            variable.type = type;
            if (variable.mode == VariableMode::mem_shared) {
                placed_shared |= shared.place(variable, Layout::std430);
            } else if (variable.mode == VariableMode::mem_constant) {
                placed_constant |= constants.place(variable, Layout::std430);
            }
        }
        if (placed_shared) {
            shared.write();
        }
        if (placed_constant) {
            constants.write();
        }
        changed_ |= placed_shared || placed_constant;
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                for (Instruction& instruction : block.instructions()) {
                    if (auto* deref = instruction.as<DerefInstruction>()) {
                        update(*deref);
                    }
                }
            }
        }
        return changed_;
    }

  private:
    [[nodiscard]] bool is_wanted(VariableMode mode) const {
        return mode != VariableMode::nothing && (mode & modes_) == mode;
    }

    const Type* with_layout(const Type* type, Layout layout) {
        // Offsets and strides have 32 bits; what is larger stays as it is.
        if (size_and_align(type, layout).size >= kNoOffset ||
            (type->has_elements() && element_stride(type, layout) >= kNoOffset)) {
            return type;
        }
        const Type*& made = made_[static_cast<std::size_t>(layout)][type];
        if (made == nullptr) {
            const Type* laid_out = lay_out(type, layout);
            // The table may have grown.
            return made_[static_cast<std::size_t>(layout)][type] =
                       laid_out != nullptr ? laid_out : type;
        }
        return made;
    }

    const Type* lay_out(const Type* type, Layout layout) {
        const auto stride =
            static_cast<std::uint32_t>(type->has_elements() ? element_stride(type, layout) : 0);
        switch (type->kind) {
        case TypeKind::array:
            return shader_.array_type(with_layout(type->element, layout), type->length, stride);
        case TypeKind::matrix:
            return shader_.matrix_type(type->scalar, type->num_components, type->num_columns,
                                       stride);
        case TypeKind::structure: return lay_out_structure(*type, layout);
        default: return type;
        }
    }

    const Type* lay_out_structure(const Type& type, Layout layout) {
        std::vector<StructMember> members(type.members.begin(), type.members.end());
        std::uint64_t end = 0;
        for (StructMember& member : members) {
            const SizeAndAlign part = size_and_align(member.type, layout);
            if (member.offset == kNoOffset) {
                member.offset =
                    static_cast<std::uint32_t>((end + part.align - 1) / part.align * part.align);
            }
            end = member.offset + part.size;
            member.type = with_layout(member.type, layout);
        }
        return shader_.structure_type(type.name, members);
    }

    // Parents are up to date before their children.
    void update(DerefInstruction& deref) {
        if (!is_wanted(deref.modes)) {
            return;
        }
        const DerefInstruction* parent = deref.parent_deref();
        switch (deref.deref) {
        case DerefKind::var: deref.type = deref.variable->type; break;
        case DerefKind::cast: {
            const Type* type = with_layout(deref.type, Layout::std430);
            changed_ |= type != deref.type;
            deref.type = type;
            break;
        }
        case DerefKind::ptr_as_array: deref.type = parent->type; break;
        case DerefKind::structure: deref.type = parent->type->members[deref.member].type; break;
        case DerefKind::array:
        case DerefKind::array_wildcard:
            deref.type = parent->type->has_elements() ? parent->type->element : deref.type;
            break;
        }
    }

    Shader& shader_;
    VariableMode modes_;
    std::array<std::unordered_map<const Type*, const Type*>, kNumLayouts> made_;
    bool changed_ = false;
};

} // namespace

bool lower_variables_to_explicit_types(Shader& shader,
                                       const LowerVariablesToExplicitTypesOptions& options) {
    return ExplicitTypes(shader, options.modes).run();
}

} // namespace jacquard::nir
