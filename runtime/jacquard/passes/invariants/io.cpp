#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/invariant.h>
#include <jacquard/passes/invariants/every.h>
#include <jacquard/passes/util/memory/io_variables.h>

#include <cstdint>

namespace jacquard::nir::holds {

namespace {

enum class Side { inputs, outputs };

// Inputs are what nothing writes.
bool is_scalar_on(const Shader& shader, Side side) {
    return every<IntrinsicInstruction>(shader, [side](const IntrinsicInstruction& intrinsic) {
        const MemoryAccess* access = memory_access(intrinsic.op);
        if (access == nullptr || access->info().addressing != Addressing::slot ||
            !intrinsic.has_component()) {
            return true;
        }
        const bool is_input = access->info().written == Written::never;
        const bool feeds_back = intrinsic.index_value(IndexKind::io_xfb) != 0 ||
                                intrinsic.index_value(IndexKind::io_xfb2) != 0;
        return is_input != (side == Side::inputs) || feeds_back || intrinsic.component_count <= 1;
    });
}

} // namespace

bool placed_io(const Shader& shader) {
    for (const Variable& variable : shader.variables()) {
        const bool is_input = variable.mode == VariableMode::shader_in;
        if ((!is_input && variable.mode != VariableMode::shader_out) ||
            variable.type->contains_opaque) {
            continue;
        }
        const std::uint64_t end = variable.driver_location + std::uint64_t{io_slots(variable)};
        const std::size_t listed =
            is_input ? shader.info.inputs.size() : shader.info.outputs.size();
        if (end > listed && end <= kMaxListedSlots) {
            return false;
        }
    }
    return true;
}

bool scalar_inputs(const Shader& shader) {
    return is_scalar_on(shader, Side::inputs);
}

bool scalar_outputs(const Shader& shader) {
    return is_scalar_on(shader, Side::outputs);
}

bool vec4_constant_buffers(const Shader& shader) {
    return every<IntrinsicInstruction>(shader, [](const IntrinsicInstruction& intrinsic) {
        return intrinsic.op != IntrinsicOp::load_ubo;
    });
}

} // namespace jacquard::nir::holds
