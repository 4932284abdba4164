#include <jacquard/generated/passes/lower_constant_initialisers.h>
#include <jacquard/nir/build/core_builder.h>

namespace jacquard::nir {
namespace {

// Variables of these modes have only an initial value and are never written, so they keep their
// initializer.
constexpr VariableMode kReadOnly = VariableMode::shader_in | VariableMode::uniform |
                                   VariableMode::mem_ubo | VariableMode::mem_push_const |
                                   VariableMode::mem_constant | VariableMode::system_value;

// Stores the vectors of what a dereference names; `values` loses what was stored.
void store_parts(CoreBuilder& b, DerefInstruction* deref, std::span<const ConstantValue>& values) {
    const Type& type = *deref->type;
    if (type.scalar_count == 0) {
        return; // however many elements of nothing there are
    }
    if (type.is_vector_or_scalar()) {
        b.store_deref(deref, b.constant(type.scalar.bit_size, values.first(type.num_components)));
        values = values.subspan(type.num_components);
    } else if (type.is_structure()) {
        for (unsigned i = 0; i < type.members.size(); ++i) {
            store_parts(b, b.deref_struct(deref, i), values);
        }
    } else if (type.has_elements()) {
        for (std::uint32_t i = 0; i < type.num_elements(); ++i) {
            store_parts(b, b.deref_array(deref, i), values);
        }
    }
}

bool lower(CoreBuilder& b, const VariableList& variables, VariableMode modes) {
    bool changed = false;
    for (Variable& variable : variables) {
        const bool wanted = (variable.mode & modes) != VariableMode::nothing &&
                            (variable.mode & kReadOnly) == VariableMode::nothing;
        if (wanted && variable.initializer.size() == variable.type->scalar_count &&
            !variable.initializer.empty()) {
            std::span<const ConstantValue> values = variable.initializer;
            store_parts(b, b.deref_var(&variable), values);
            variable.initializer = {};
            changed = true;
        }
    }
    return changed;
}

} // namespace

bool lower_constant_initialisers(Shader& shader, const LowerConstantInitialisersOptions& options) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        CoreBuilder b(shader, Cursor::after_phis(function.first_block()));
        if (&function == shader.entry) {
            changed |= lower(b, shader.variables(), options.modes);
        }
        changed |= lower(b, function.variables(), options.modes);
    }
    return changed;
}

} // namespace jacquard::nir
