#pragma once

#include <jacquard/ir3/isa/describe/fault.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace jacquard::ir3 {

// The name of a kind of fault in JSON and in error messages.
struct FaultWords {
    FaultKind kind;
    std::string_view name;
    std::string_view code;
};

inline constexpr std::array kFaultWords = {
    FaultWords{FaultKind::invalid_word, "invalid_word", "K101"},
    FaultWords{FaultKind::unsupported, "unsupported", "K102"},
    FaultWords{FaultKind::delay_slots, "delay_slots", "K103"},
    FaultWords{FaultKind::missing_sync, "missing_sync", "K104"},
    FaultWords{FaultKind::write_after_read, "write_after_read", "K105"},
    FaultWords{FaultKind::required_flag, "required_flag", "K106"},
    FaultWords{FaultKind::unwritten_register, "unwritten_register", "K107"},
    FaultWords{FaultKind::constant_range, "constant_range", "K108"},
    FaultWords{FaultKind::register_range, "register_range", "K109"},
    FaultWords{FaultKind::control_flow, "control_flow", "K110"},
    FaultWords{FaultKind::reconvergence, "reconvergence", "K111"},
    FaultWords{FaultKind::too_many_steps, "too_many_steps", "K112"},
    FaultWords{FaultKind::too_large, "too_large", "K113"},
    FaultWords{FaultKind::memory_range, "memory_range", "K114"},
    FaultWords{FaultKind::unwritten_memory, "unwritten_memory", "K115"},
    FaultWords{FaultKind::data_race, "data_race", "K116"},
    FaultWords{FaultKind::missing_fence, "missing_fence", "K117"},
    FaultWords{FaultKind::missing_descriptor, "missing_descriptor", "K118"},
    FaultWords{FaultKind::divergent_descriptor, "divergent_descriptor", "K119"},
    FaultWords{FaultKind::dead_mark, "dead_mark", "K120"},
    FaultWords{FaultKind::predication_slots, "predication_slots", "K121"},
    FaultWords{FaultKind::alias_table, "alias_table", "K122"},
    FaultWords{FaultKind::unreliable, "unreliable", "K123"},
};

inline const FaultWords& words_of(FaultKind kind) {
    return *std::find_if(kFaultWords.begin(), kFaultWords.end(),
                         [kind](const FaultWords& words) { return words.kind == kind; });
}

} // namespace jacquard::ir3
