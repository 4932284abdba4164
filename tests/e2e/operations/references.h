#pragma once

#include "operation.h"

namespace operations {

// The parts of which references are made.

inline Expected bits(std::uint64_t value) {
    return {.bits = value};
}

inline Expected signed_bits(std::int64_t value) {
    return {.bits = static_cast<std::uint64_t>(value)};
}

inline Expected truth(bool value) {
    return {.bits = value ? 1U : 0U};
}

inline Expected real(double value, double bound = 1) {
    return {.real = value, .bound = bound};
}

inline Expected undefined() {
    return {.is_defined = false};
}

void add_float_references(std::map<std::string, Reference>& list);

} // namespace operations
