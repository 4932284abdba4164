#include <jacquard/nir/interpreter/variable_memory.h>

#include <algorithm>

namespace jacquard::nir::interpreter {

namespace {

constexpr std::uint64_t kMostLaneBytes = std::uint64_t{1} << 48;

bool has_place(const Variable& variable) {
    return variable.placed || variable.offset != 0;
}

} // namespace

VariableMemory::VariableMemory(const Shader& shader) : addresses_(shader.num_variables()) {
    for (const Variable& variable : shader.variables()) {
        place(variable);
    }
    for (const Function& function : shader.functions()) {
        for (const Variable& variable : function.variables()) {
            place(variable);
        }
    }
}

void VariableMemory::place(const Variable& variable) {
    constexpr std::uint64_t kMost = 1U << 20;
    std::uint64_t& address = addresses_[variable.index];
    const VariableSpace space = space_of(variable);
    const SizeAndAlign size = size_and_align(variable.type, layout_of(space));
    const auto after = [&](std::uint64_t end) {
        return (end + size.align - 1) / size.align * size.align;
    };
    switch (space) {
    case VariableSpace::lane:
        // More than there are bytes is refused later, so that sums stay within 64 bits.
        address = after(lane_bytes_);
        lane_bytes_ = std::min(address + std::min(size.size, kMostLaneBytes), kMostLaneBytes);
        break;
    case VariableSpace::input:
    case VariableSpace::output:
    case VariableSpace::vertex_input:
    case VariableSpace::vertex_output:
    case VariableSpace::uniforms:
        address = std::uint64_t{variable.driver_location} * 16 + variable.component * 4;
        break;
    case VariableSpace::constant_buffer:
    case VariableSpace::storage_buffer:
        address = (std::uint64_t{variable.binding} << kBufferShift) + variable.offset;
        break;
    case VariableSpace::shared:
        address = has_place(variable) ? variable.offset : after(shared_bytes_);
        shared_bytes_ = std::max(shared_bytes_, address + std::min(size.size, kMost));
        break;
    case VariableSpace::constant_data:
        address = has_place(variable) ? variable.offset : after(constant_bytes_);
        constant_bytes_ =
            std::max(constant_bytes_, std::min(address, kMost) + std::min(size.size, kMost));
        break;

    case VariableSpace::push_constants:
    case VariableSpace::task_payload:
    case VariableSpace::global: address = variable.offset; break;
    case VariableSpace::system_value: address = 0; break;
    case VariableSpace::none: address = variable.binding; break;
    }
}

std::uint64_t VariableMemory::address(const Variable& variable) const {
    return variable.index < addresses_.size() ? addresses_[variable.index] : 0;
}

namespace {

VariableSpace space_of_mode(VariableMode mode) {
    switch (mode) {
    case VariableMode::shader_temp:
    case VariableMode::function_temp: return VariableSpace::lane;
    case VariableMode::system_value: return VariableSpace::system_value;
    case VariableMode::mem_constant: return VariableSpace::constant_data;
    case VariableMode::shader_in: return VariableSpace::input;
    case VariableMode::shader_out: return VariableSpace::output;
    case VariableMode::mem_ubo: return VariableSpace::constant_buffer;
    case VariableMode::mem_ssbo: return VariableSpace::storage_buffer;
    case VariableMode::uniform: return VariableSpace::uniforms;
    case VariableMode::mem_push_const: return VariableSpace::push_constants;
    case VariableMode::mem_shared: return VariableSpace::shared;
    case VariableMode::mem_task_payload: return VariableSpace::task_payload;
    case VariableMode::mem_global: return VariableSpace::global;
    default: return VariableSpace::none;
    }
}

// What several modes have in common; none where they are not one space.
VariableSpace space_of_modes(VariableMode modes) {
    auto left = static_cast<std::uint32_t>(modes);
    const auto lowest = [&] { return static_cast<VariableMode>(left & (~left + 1)); };
    const VariableSpace space = space_of_mode(lowest());
    for (left &= left - 1; left != 0; left &= left - 1) {
        if (space_of_mode(lowest()) != space) {
            return VariableSpace::none;
        }
    }
    return space;
}

const Variable* root_variable(const DerefInstruction& deref) {
    const DerefInstruction* at = &deref;
    while (at->parent_deref() != nullptr) {
        at = at->parent_deref();
    }
    return at->variable;
}

// Whether steps through an array choose among buffers: an array of structures in a buffer mode is
// one of buffers.
bool is_array_of_buffers(const DerefInstruction& array) {
    const DerefInstruction* at = &array;
    while (at != nullptr &&
           (at->deref == DerefKind::array || at->deref == DerefKind::array_wildcard)) {
        at = at->parent_deref();
    }
    return at != nullptr && at->deref == DerefKind::var && array.type->is_array_type() &&
           at->type->without_arrays()->is_structure();
}

std::uint64_t num_buffers(const Type* type) {
    std::uint64_t count = 1;
    for (; type->is_array_type(); type = type->element) {
        count *= type->num_elements();
    }
    return count;
}

} // namespace

VariableSpace VariableMemory::space_of(const Variable& variable) {
    if (variable.type->contains_opaque) {
        return VariableSpace::none;
    }
    const VariableSpace space = space_of_mode(variable.mode);
    if (!variable.per_vertex) {
        return space;
    }
    return space == VariableSpace::input    ? VariableSpace::vertex_input
           : space == VariableSpace::output ? VariableSpace::vertex_output
                                            : space;
}

VariableSpace VariableMemory::space_of(const DerefInstruction& deref) {
    const Variable* variable = root_variable(deref);
    return variable != nullptr ? space_of(*variable) : space_of_modes(deref.modes);
}

Layout VariableMemory::layout_of(VariableSpace space) {
    switch (space) {
    case VariableSpace::input:
    case VariableSpace::output:
    case VariableSpace::vertex_input:
    case VariableSpace::vertex_output:
    case VariableSpace::uniforms: return Layout::vec4_slots;
    case VariableSpace::constant_buffer: return Layout::std140;
    case VariableSpace::storage_buffer:
    case VariableSpace::push_constants:
    case VariableSpace::constant_data:
    case VariableSpace::shared:
    case VariableSpace::task_payload:
    case VariableSpace::global: return Layout::std430;
    default: return Layout::scalar;
    }
}

unsigned VariableMemory::component_bytes(unsigned bit_size, VariableSpace space) {
    switch (space) {
    case VariableSpace::input:
    case VariableSpace::output:
    case VariableSpace::vertex_input:
    case VariableSpace::vertex_output: return bit_size == 64 ? 8 : 4;
    default: return bit_size == 1 ? 4 : bit_size / 8;
    }
}

std::uint64_t VariableMemory::stride_of(const Type* type, VariableSpace space) {
    return type->kind == TypeKind::vector ? component_bytes(type->scalar.bit_size, space)
                                          : element_stride(type, layout_of(space));
}

std::uint64_t VariableMemory::stride_of(const DerefInstruction& deref) {
    const DerefInstruction* parent = deref.parent_deref();
    const VariableSpace space = space_of(deref);
    if (deref.deref == DerefKind::ptr_as_array) {
        // Elements are as far apart as those of the array that the pointer points into.
        const DerefInstruction* from = parent;
        while (from != nullptr && from->deref == DerefKind::ptr_as_array) {
            from = from->parent_deref();
        }
        if (from != nullptr && from->deref == DerefKind::cast && from->cast_stride != 0) {
            return from->cast_stride;
        }
        if (from != nullptr && from->deref == DerefKind::array && from->parent_deref() != nullptr) {
            return stride_of(*from);
        }
        const SizeAndAlign size = size_and_align(deref.type, layout_of(space));
        return (size.size + size.align - 1) / size.align * size.align;
    }
    if (parent == nullptr) {
        return 0;
    }
    if (parent->variable != nullptr && parent->type->kind == TypeKind::array) {
        if (space == VariableSpace::vertex_input || space == VariableSpace::vertex_output) {
            return std::uint64_t{1} << kVertexShift;
        }
        if (parent->variable->compact) {
            return 4;
        }
    }
    const bool is_buffer =
        space == VariableSpace::constant_buffer || space == VariableSpace::storage_buffer;
    if (is_buffer && is_array_of_buffers(*parent)) {
        return num_buffers(deref.type) << kBufferShift;
    }
    return space == VariableSpace::none ? 1 : stride_of(parent->type, space);
}

} // namespace jacquard::nir::interpreter
