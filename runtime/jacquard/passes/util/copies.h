#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Returns the mov or vecN that makes a value, each of whose components is then one of another
// value; null for others.
[[nodiscard]] inline const AluInstruction* copy_of(const SsaDef& value) {
    const auto* alu = value.instruction->as<AluInstruction>();
    return alu != nullptr && alu->info().is_copy ? alu : nullptr;
}
[[nodiscard]] inline bool is_copy(const SsaDef& value) {
    return copy_of(value) != nullptr;
}

struct OneComponent {
    SsaDef* value = nullptr;
    std::uint8_t component = 0;
};

// The component of which, through any number of copies, the given one is a copy.
[[nodiscard]] OneComponent component_behind_copies(OneComponent read);
[[nodiscard]] inline OneComponent copied_component(OneComponent read) {
    return is_copy(*read.value) ? component_behind_copies(read) : read;
}

// Makes a source that reads a copy (mov or vecN) read what was copied, through any number of
// copies. A source that reads whole values does so only where the copy is the same whole value.
// True when it changed.
bool read_through_copies(AluInstruction& alu, unsigned source);
bool read_through_copies(Source& source);

} // namespace jacquard::nir
