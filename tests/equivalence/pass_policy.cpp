#include "pass_policy.h"

#include <jacquard/passes/registry.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

constexpr double kLastBits = 1e-4;

constexpr std::array kPolicies = {
    PassPolicy{"algebraic", kLastBits, "inexact floats are reordered"},
    PassPolicy{"algebraic_late", kLastBits, "inexact floats are reordered"},
    PassPolicy{"fuse_multiply_add", kLastBits, "a fused product is not rounded"},
    PassPolicy{"fuse_opcodes", kLastBits, "inexact floats are fused"},
    PassPolicy{"simplify", kLastBits, "inexact floats are reordered"},
    PassPolicy{"lower_float_division", kLastBits, "a reciprocal is rounded before the product",
               true, true, 3},
    PassPolicy{"lower_pow", kLastBits, "a power is made of a logarithm and an exponential", true,
               true, 1},
    PassPolicy{"lower_doubles", kLastBits, "roots and quotients are iterated", true},
    PassPolicy{"lower_trig", kLastBits, "angles are scaled and folded first", true},
};

} // namespace

PassPolicy policy_of(std::string_view pass) {
    const auto found = std::find_if(kPolicies.begin(), kPolicies.end(),
                                    [=](const PassPolicy& policy) { return policy.pass == pass; });
    return found != kPolicies.end() ? *found : PassPolicy{pass, 0.0, {}};
}

bool policies_name_passes() {
    return std::all_of(kPolicies.begin(), kPolicies.end(),
                       [](const PassPolicy& policy) { return find_pass(policy.pass) != nullptr; });
}

} // namespace jacquard::nir
