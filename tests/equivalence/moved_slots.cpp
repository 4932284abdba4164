#include "moved_slots.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace jacquard::nir {

namespace {

bool has_slots(const Variable& variable) {
    return !variable.type->contains_opaque &&
           (variable.mode == VariableMode::shader_in || variable.mode == VariableMode::shader_out ||
            variable.mode == VariableMode::uniform);
}

void copy_slots(std::span<const std::uint32_t> from, std::size_t from_slot,
                std::vector<std::uint32_t>& to, std::size_t to_slot, std::size_t count,
                std::size_t slot_words) {
    for (std::size_t i = 0; i < count * slot_words; ++i) {
        const std::size_t read = from_slot * slot_words + i;
        const std::size_t written = to_slot * slot_words + i;
        if (read < from.size() && written < to.size()) {
            to[written] = from[read];
        }
    }
}

} // namespace

std::vector<MovedSlots> moved_slots(const Shader& before, const Shader& after) {
    std::unordered_map<std::string_view, const Variable*> known;
    for (const Variable& variable : before.variables()) {
        if (has_slots(variable)) {
            known.emplace(variable.name, &variable);
        }
    }
    std::vector<MovedSlots> moves;
    for (const Variable& variable : after.variables()) {
        const auto found = known.find(variable.name);
        if (!has_slots(variable) || found == known.end() || found->second->mode != variable.mode ||
            found->second->driver_location == variable.driver_location) {
            continue;
        }
        const std::uint64_t slots = std::min<std::uint64_t>(variable.type->slots(), 4096);
        moves.push_back({variable.mode, found->second->driver_location, variable.driver_location,
                         static_cast<std::uint32_t>(slots)});
    }
    return moves;
}

std::vector<std::uint32_t> moved(std::span<const std::uint32_t> words, std::size_t slot_words,
                                 VariableMode mode, std::span<const MovedSlots> moves) {
    std::vector<std::uint32_t> made(words.begin(), words.end());
    for (const MovedSlots& move : moves) {
        if (move.mode == mode) {
            copy_slots(words, move.from, made, move.to, move.count, slot_words);
        }
    }
    return made;
}

std::vector<std::uint32_t> moved_back(std::span<const std::uint32_t> words,
                                      std::span<const std::uint32_t> before, std::size_t slot_words,
                                      VariableMode mode, std::span<const MovedSlots> moves) {
    std::vector<std::uint32_t> made(words.begin(), words.end());
    for (const MovedSlots& move : moves) {
        if (move.mode == mode) {
            copy_slots(before, move.to, made, move.to, move.count, slot_words);
        }
    }
    for (const MovedSlots& move : moves) {
        if (move.mode == mode) {
            copy_slots(words, move.to, made, move.from, move.count, slot_words);
        }
    }
    return made;
}

} // namespace jacquard::nir
