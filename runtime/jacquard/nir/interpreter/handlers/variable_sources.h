#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/program/variable_memory.h>

#include <cstdint>

// These functions are shared by the handlers of accesses to variables.
namespace jacquard::nir::interpreter {

inline const Place& source_of(const Wave& wave, const Step& step, std::int8_t number) {
    return wave.values.source(step, static_cast<unsigned>(number));
}

inline const DerefInstruction& deref_source(const Step& step, std::int8_t i) {
    return *source_at(intrinsic_of(step), i).ssa->instruction->as<DerefInstruction>();
}

inline const VariableAccess& access_of(const Step& step) {
    return *variable_access(intrinsic_of(step).op);
}

// Stores that lanes see in their own variables are made by helpers too.
inline LaneMask lanes_that_write(const Wave& wave, MemorySpace space) {
    return memory_space_info(space).is_own ? wave.lanes.active : wave.lanes.writing();
}

// A pointer may lead into one memory or another, or into none that has components.
inline bool is_nowhere(Wave& wave, const Step& step, VariableSpace space) {
    if (space && memory_space_info(*space).addressing != Addressing::value) {
        return false;
    }
    wave.fail(FaultKind::not_supported, step, "nothing tells which memory this is in");
    return true;
}

} // namespace jacquard::nir::interpreter
