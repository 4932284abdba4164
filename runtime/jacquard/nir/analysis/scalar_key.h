#pragma once

#include <jacquard/nir/ir/ssa.h>

#include <cstddef>
#include <functional>

namespace jacquard::nir {

// A component of a value, by which tables know it.
struct ScalarKey {
    const SsaDef* value;
    unsigned component;

    friend bool operator==(const ScalarKey&, const ScalarKey&) = default;
};

struct ScalarKeyHash {
    std::size_t operator()(const ScalarKey& scalar) const {
        return std::hash<const SsaDef*>()(scalar.value) + scalar.component;
    }
};

} // namespace jacquard::nir
