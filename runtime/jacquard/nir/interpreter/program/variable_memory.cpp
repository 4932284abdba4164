#include <jacquard/nir/interpreter/program/variable_memory.h>

#include <algorithm>

namespace jacquard::nir::interpreter {

namespace {

constexpr std::uint64_t kMostOwnBytes = std::uint64_t{1} << 48;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20; // of one variable that is given

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
    std::uint64_t& address = addresses_[variable.index];
    const VariableSpace space = space_of(variable);
    if (!space) {
        address = variable.binding;
        return;
    }
    const MemorySpaceInfo& info = memory_space_info(*space);
    switch (info.addressing) {
    case Addressing::slot:
        address = std::uint64_t{variable.driver_location} * 16 + variable.component * 4;
        break;
    case Addressing::buffer:
        address = (std::uint64_t{variable.binding} << kBufferShift) + variable.offset;
        break;
    case Addressing::address: address = variable.offset; break;
    case Addressing::value: address = 0; break;
    case Addressing::offset:
    case Addressing::component: {
        if (info.unit != 1) {
            address = std::uint64_t{variable.driver_location} * info.unit + variable.component * 4;
            break;
        }
        const SizeAndAlign size = size_and_align(variable.type, info.layout);
        std::uint64_t& end = bytes_[static_cast<std::size_t>(*space)];
        // More than there are bytes is refused later, so that sums stay within 64 bits.
        const std::uint64_t taken = std::min(size.size, info.is_own ? kMostOwnBytes : kMostBytes);
        if (!info.is_own && has_place(variable)) {
            address = variable.offset;
            end = std::max(end, std::min(address, kMostBytes) + taken);
        } else { // one behind the other
            address = (end + size.align - 1) / size.align * size.align;
            end = std::min(address + taken, kMostOwnBytes);
        }
        break;
    }
    }
}

std::uint64_t VariableMemory::address(const Variable& variable) const {
    return variable.index < addresses_.size() ? addresses_[variable.index] : 0;
}

namespace {

// Returns the space that several modes share; nothing if they are not one space.
VariableSpace space_of_modes(VariableMode modes) {
    auto left = static_cast<std::uint32_t>(modes);
    const auto lowest = [&] { return static_cast<VariableMode>(left & (~left + 1)); };
    const VariableSpace space = space_of_mode(lowest());
    for (left &= left - 1; left != 0; left &= left - 1) {
        if (space_of_mode(lowest()) != space) {
            return std::nullopt;
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
        return std::nullopt;
    }
    const VariableSpace space = space_of_mode(variable.mode);
    return space && variable.per_vertex ? memory_space_info(*space).per_vertex : space;
}

VariableSpace VariableMemory::space_of(const DerefInstruction& deref) {
    const Variable* variable = root_variable(deref);
    return variable != nullptr ? space_of(*variable) : space_of_modes(deref.modes);
}

Layout VariableMemory::layout_of(VariableSpace space) {
    return space ? memory_space_info(*space).layout : Layout::scalar;
}

unsigned VariableMemory::component_bytes(unsigned bit_size, VariableSpace space) {
    if (space && memory_space_info(*space).addressing == Addressing::slot) {
        return bit_size == 64 ? 8 : 4;
    }
    return bit_size == 1 ? 4 : bit_size / 8;
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
        if (has_vertices(space)) {
            return std::uint64_t{1} << kVertexShift;
        }
        if (parent->variable->compact) {
            return 4;
        }
    }
    const bool is_buffer = space && memory_space_info(*space).addressing == Addressing::buffer;
    if (is_buffer && is_array_of_buffers(*parent)) {
        return num_buffers(deref.type) << kBufferShift;
    }
    return !space ? 1 : stride_of(parent->type, space);
}

} // namespace jacquard::nir::interpreter
