#pragma once

#include <jacquard/nir/ir/ssa.h>
#include <jacquard/nir/ir/types.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// An ALU method of CoreBuilder takes operands: a value and the components of it that are read. An
// SsaDef* converts to all its components in order.
struct Operand {
    SsaDef* value = nullptr;
    std::uint8_t num_components = 0;
    std::array<std::uint8_t, kMaxComponents> swizzle{};

    Operand() = default;
    Operand(SsaDef* def) : value(def), num_components(def->num_components) {
        for (std::uint8_t i = 0; i < num_components; ++i) {
            swizzle[i] = i;
        }
    }
    [[nodiscard]] bool is_whole() const {
        if (num_components != value->num_components) {
            return false;
        }
        for (std::uint8_t i = 0; i < num_components; ++i) {
            if (swizzle[i] != i) {
                return false;
            }
        }
        return true;
    }
};

// Component `component` of an operand, as a scalar.
[[nodiscard]] inline Operand channel(const Operand& from, unsigned component) {
    Operand result;
    result.value = from.value;
    result.num_components = 1;
    result.swizzle[0] = from.swizzle[component];
    return result;
}

// The components of `from` named in `components`, in that order.
[[nodiscard]] inline Operand swizzle(const Operand& from,
                                     std::span<const std::uint8_t> components) {
    Operand result;
    result.value = from.value;
    result.num_components = static_cast<std::uint8_t>(components.size());
    for (std::size_t i = 0; i < components.size(); ++i) {
        result.swizzle[i] = from.swizzle[components[i]];
    }
    return result;
}

[[nodiscard]] inline Operand swizzle(const Operand& from,
                                     std::initializer_list<std::uint8_t> components) {
    return swizzle(from, std::span<const std::uint8_t>(components.begin(), components.size()));
}

} // namespace jacquard::nir

JACQUARD_END_API
