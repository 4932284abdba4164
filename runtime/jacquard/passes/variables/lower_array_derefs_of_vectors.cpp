#include <jacquard/generated/passes/lower_array_derefs_of_vectors.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/vector_component.h>
#include <jacquard/passes/util/each.h>

#include <array>

namespace jacquard::nir {
namespace {

// Component `at` of a vector; the last one where there are fewer.
SsaDef* pick(CoreBuilder& b, SsaDef* vector, SsaDef* at) {
    SsaDef* result = b.mov(channel(vector, vector->num_components - 1U));
    for (unsigned c = vector->num_components - 1U; c-- > 0;) {
        result = b.bcsel(b.ieq(at, b.imm_int(c, at->bit_size)), channel(vector, c), result);
    }
    return result;
}

SsaDef* load_vector(CoreBuilder& b, const IntrinsicInstruction& access, DerefInstruction* vector) {
    return &b.load_deref(vector->type->num_components, vector->type->scalar.bit_size,
                         &vector->value)
                ->set_access(access.access())
                ->value;
}

bool lower_load(Shader& shader, IntrinsicInstruction& load, const DerefInstruction& component) {
    CoreBuilder b(shader, Cursor::before_instruction(&load));
    DerefInstruction* vector = component.parent_deref();
    const auto index = constant_components(*component.index.ssa);
    SsaDef* value = nullptr;
    if (index.empty()) {
        value = pick(b, load_vector(b, load, vector), component.index.ssa);
    } else if (index[0].u64 < vector->type->num_components) {
        value = b.mov(channel(load_vector(b, load, vector), index[0].u32));
    } else {
        value = b.undef(1, load.value.bit_size);
    }
    load.value.rewrite_uses(value);
    remove_with_derefs(load);
    return true;
}

void store_vector(CoreBuilder& b, const IntrinsicInstruction& store, DerefInstruction* vector,
                  SsaDef* value, unsigned mask) {
    b.store_deref(&vector->value, value)->set_write_mask(mask)->set_access(store.access());
}

bool lower_store(Shader& shader, IntrinsicInstruction& store, const DerefInstruction& component) {
    constexpr VariableMode kPrivate =
        VariableMode::function_temp | VariableMode::shader_temp | VariableMode::shader_out;
    DerefInstruction* vector = component.parent_deref();
    const unsigned count = vector->type->num_components;
    const auto index = constant_components(*component.index.ssa);
    const bool shared_output =
        component.is_in(VariableMode::shader_out) && shader.info.stage == Stage::tess_control;
    if (index.empty() && (!component.is_in(kPrivate) || shared_output)) {
        return false;
    }
    CoreBuilder b(shader, Cursor::before_instruction(&store));
    SsaDef* value = store.first_source[1].ssa;
    if (!index.empty()) {
        if (index[0].u64 < count) {
            store_vector(b, store, vector, b.spread(value, count), 1U << index[0].u32);
        }
    } else {
        SsaDef* held = load_vector(b, store, vector);
        std::array<Operand, kMaxComponents> components;
        for (unsigned c = 0; c < count; ++c) {
            SsaDef* here = b.ieq(component.index.ssa, b.imm_int(c, component.index.ssa->bit_size));
            components[c] = b.bcsel(here, value, channel(held, c));
        }
        store_vector(b, store, vector, b.vec(std::span<const Operand>(components.data(), count)),
                     (1U << count) - 1);
    }
    remove_with_derefs(store);
    return true;
}

} // namespace

bool lower_array_derefs_of_vectors(Shader& shader) {
    const auto lower = [&](IntrinsicInstruction& access) {
        const bool is_load = accesses_deref(access, VariableAction::load);
        const bool is_store = accesses_deref(access, VariableAction::store);
        const DerefInstruction* component =
            is_load || is_store ? accessed_component(access) : nullptr;
        if (component == nullptr ||
            (is_component_in_memory(*component) && is_chosen_or_past_end(*component))) {
            return false;
        }
        return is_load ? lower_load(shader, access, *component)
                       : lower_store(shader, access, *component);
    };
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= change_instructions<IntrinsicInstruction>(function, lower);
    }
    return changed;
}

} // namespace jacquard::nir
