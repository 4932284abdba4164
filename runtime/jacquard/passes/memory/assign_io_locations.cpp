#include <jacquard/generated/passes/assign_io_locations.h>
#include <jacquard/passes/util/memory/io_variables.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace jacquard::nir {
namespace {

std::vector<Variable*> in_order(Shader& shader, VariableMode mode) {
    std::vector<Variable*> variables;
    for (Variable& variable : shader.variables()) {
        if (variable.mode == mode && !variable.type->contains_opaque) {
            variables.push_back(&variable);
        }
    }
    const auto location = [](const Variable* variable) {
        return variable->location < 0 ? std::numeric_limits<std::int32_t>::max()
                                      : variable->location;
    };
    std::stable_sort(variables.begin(), variables.end(), [&](const Variable* a, const Variable* b) {
        return location(a) < location(b);
    });
    return variables;
}

// Components of a slot that a variable takes.
std::uint8_t mask_of(const Variable& variable, std::uint32_t slots) {
    const Type& type = *io_type(variable)->without_arrays();
    if (!type.is_vector_or_scalar() || slots != 1 || variable.compact) {
        return 0xf;
    }
    const unsigned words = type.num_components * (type.scalar.bit_size == 64 ? 2U : 1U);
    return static_cast<std::uint8_t>(((1U << std::min(words, 4U)) - 1) << variable.component & 0xf);
}

void list_slots(std::vector<IoSlot>& list, const Variable& variable, std::uint32_t slots) {
    if (variable.driver_location + std::uint64_t{slots} > kMaxListedSlots) {
        return;
    }
    for (std::uint32_t i = 0; i < slots; ++i) {
        const std::size_t place = variable.driver_location + std::size_t{i};
        const bool is_new = place >= list.size();
        if (is_new) {
            list.resize(place + 1);
            list[place].mask = 0;
        }
        IoSlot& slot = list[place];
        slot.semantic = variable.semantic;
        slot.semantic_index = variable.semantic_index + i;
        slot.interpolation = variable.interpolation;
        slot.location = variable.interpolation_location;
        slot.mask = static_cast<std::uint8_t>(slot.mask | mask_of(variable, slots));
        slot.invariant = slot.invariant || variable.invariant;
    }
}

bool assign(Shader& shader, VariableMode mode, std::vector<IoSlot>* list) {
    std::uint32_t next = list != nullptr ? static_cast<std::uint32_t>(list->size()) : 0;
    std::int32_t first_location = -1; // of the run of locations that overlap
    std::uint32_t first_place = 0;
    std::int64_t end_location = -1;
    const std::vector<Variable*> variables = in_order(shader, mode);
    for (Variable* variable : variables) {
        const std::uint32_t slots = io_slots(*variable);
        const std::int32_t location = variable->location;
        if (location >= 0 && location < end_location) {
            variable->driver_location =
                first_place + static_cast<std::uint32_t>(location - first_location);
        } else {
            variable->driver_location = next;
            first_location = location;
            first_place = next;
            end_location = -1;
        }
        next = std::max(next, variable->driver_location + slots);
        if (location >= 0) {
            end_location = std::max(end_location, std::int64_t{location} + slots);
        }
        if (list != nullptr) {
            list_slots(*list, *variable, slots);
        }
    }
    return !variables.empty();
}

} // namespace

bool assign_io_locations(Shader& shader) {
    bool changed = assign(shader, VariableMode::shader_in, &shader.info.inputs);
    changed |= assign(shader, VariableMode::shader_out, &shader.info.outputs);
    return assign(shader, VariableMode::uniform, nullptr) || changed;
}

} // namespace jacquard::nir
