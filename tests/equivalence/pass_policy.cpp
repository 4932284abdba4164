#include "pass_policy.h"

#include <jacquard/nir/build/clone.h>

#include <algorithm>
#include <array>
#include <string>

namespace jacquard::nir {

namespace {

constexpr double kLastBits = 1e-4;

constexpr std::array kPolicies = {
    PassPolicy{"algebraic", kLastBits, "inexact floats are reordered"},
    PassPolicy{"algebraic_late", kLastBits, "inexact floats are reordered"},
    PassPolicy{"fuse_multiply_add", kLastBits, "a fused product is not rounded"},
    PassPolicy{"split_uniform_products", kLastBits, "a product is rounded before the sum"},
    PassPolicy{"fuse_opcodes", kLastBits, "inexact floats are fused"},
    PassPolicy{"simplify", kLastBits, "inexact floats are reordered"},
    PassPolicy{.pass = "lower_float_division",
               .tolerance = kLastBits,
               .reason = "a reciprocal is rounded before the product",
               .approximates = true,
               .corpus_exceptions = 3},
    PassPolicy{"lower_float_compounds:half_turns", kLastBits,
               "a sine is computed of a scaled angle", true},
    PassPolicy{.pass = "lower_pow",
               .tolerance = kLastBits,
               .reason = "a power is made of a logarithm and an exponential",
               .approximates = true,
               .corpus_exceptions = 1},
    PassPolicy{"lower_doubles", kLastBits, "roots and quotients are iterated", true},
    PassPolicy{"lower_trig", kLastBits, "angles are scaled and folded first", true},
    PassPolicy{"lower_tex", kLastBits, "coordinates are scaled and shifted before the lookup",
               true},
    PassPolicy{.pass = "assign_io_locations", .comes_first = true},
    PassPolicy{.pass = "lower_explicit_io", .prepared_by = "lower_variables_to_explicit_types"},
    PassPolicy{.pass = "lower_io", .prepared_by = "lower_constant_initialisers"},
    PassPolicy{.pass = "lower_io:no_barycentrics",
               .reason = "how inputs are interpolated is left to what loads them",
               .prepared_by = "lower_constant_initialisers",
               .inputs_are_interpolated = true},
    PassPolicy{.pass = "lower_memcpy",
               .reason =
                   "what it lowers is not interpreted: how variables lie in memory is nobody's "
                   "promise",
               .is_compared = false},
    PassPolicy{.pass = "lower_opaque_derefs",
               .reason = "random shaders have no variables of textures; modules of SPIR-V do",
               .is_compared = false},
    PassPolicy{.pass = "lower_variables_to_scratch", .prepared_by = "lower_constant_initialisers"},
};

constexpr std::string_view kHardware = "the hardware does the rest, or the reverse, itself";
constexpr std::string_view kEstimate = "the level of detail is estimated from other numbers";
constexpr std::string_view kColours = "colours come out converted, as the hardware did before";

constexpr auto kExceptions = std::to_array<ParameterException>({
    {"lower_tex", "lower_1d", kHardware},
    {"lower_tex", "lower_1d_shadow", kHardware},
    {"lower_tex", "lower_offset", "how large a texel is depends on the level that is taken"},
    {"lower_tex", "lower_y_uv_external", kColours},
    {"lower_tex", "lower_y_vu_external", kColours},
    {"lower_tex", "lower_y_u_v_external", kColours},
    {"lower_tex", "lower_yx_xuxv_external", kColours},
    {"lower_tex", "lower_ayuv_external", kColours},
    {"lower_tex", "lower_xyuv_external", kColours},
    {"lower_tex", "lower_srgb", kColours},
    {"lower_tex", "saturate_s", kHardware},
    {"lower_tex", "saturate_t", kHardware},
    {"lower_tex", "saturate_r", kHardware},
    {"lower_tex", "lower_txd", kEstimate},
    {"lower_tex", "lower_txd_cube_map", kEstimate},
    {"lower_tex", "lower_txd_3d", kEstimate},
    {"lower_tex", "lower_txd_array", kEstimate},
    {"lower_tex", "lower_txd_shadow", kEstimate},
    {"lower_tex", "lower_txd_clamp", kEstimate},
    {"lower_tex", "lower_txd_shadow_clamp", kEstimate},
    {"lower_tex", "lower_txd_offset_clamp", kEstimate},
    {"lower_tex", "lower_txd_clamp_bindless_sampler", kEstimate},
    {"lower_tex", "lower_txd_clamp_if_sampler_index_not_lt_16", kEstimate},
    {"lower_tex", "lower_txb_shadow_clamp", kEstimate},
    {"lower_tex", "lower_tg4_broadcom_swizzle", kHardware},
    {"lower_tex", "lower_to_fragment_fetch_amd", kHardware},
    {"lower_tex", "packing", kHardware},
    {"lower_tex", "lower_lod_zero_width", "what does not change has no level, or the least one"},
});

bool is_exception(std::string_view pass, std::string_view parameter) {
    return std::any_of(kExceptions.begin(), kExceptions.end(), [&](const ParameterException& row) {
        return row.pass == pass && row.parameter == parameter;
    });
}

} // namespace

PassPolicy policy_of(std::string_view pass) {
    const auto found = std::find_if(kPolicies.begin(), kPolicies.end(),
                                    [=](const PassPolicy& policy) { return policy.pass == pass; });
    PassPolicy policy = found != kPolicies.end() ? *found : PassPolicy{.pass = pass};
    if (const PassInfo* known = find_pass(pass); known != nullptr && known->changes_meaning) {
        policy.changes_meaning = true;
        policy.is_compared = false;
    }
    return policy;
}

PassPolicy policy_of(const PassCall& call) {
    if (call.arguments.size() == 1) {
        const std::string name =
            std::string(call.pass->name) + ':' + std::string(call.arguments[0].name);
        const PassPolicy policy = policy_of(std::string_view(name));
        if (!policy.reason.empty()) {
            return policy;
        }
    }
    return policy_of(call.pass->name);
}

std::span<const ParameterException> parameter_exceptions() {
    return kExceptions;
}

unsigned num_passes_not_compared() {
    return static_cast<unsigned>(
        std::count_if(kPolicies.begin(), kPolicies.end(),
                      [](const PassPolicy& policy) { return !policy.is_compared; }));
}

bool policies_name_passes() {
    const auto names_pass = [](const PassPolicy& policy) {
        return parse_pass_list(policy.pass).errors.empty() &&
               (policy.prepared_by.empty() || parse_pass_list(policy.prepared_by).errors.empty());
    };
    const auto names_parameter = [](const ParameterException& row) {
        const PassInfo* pass = find_pass(row.pass);
        return pass != nullptr &&
               std::any_of(pass->parameters.begin(), pass->parameters.end(),
                           [&](const PassParameter& known) { return known.name == row.parameter; });
    };
    return std::all_of(kPolicies.begin(), kPolicies.end(), names_pass) &&
           std::all_of(kExceptions.begin(), kExceptions.end(), names_parameter);
}

std::vector<std::uint32_t> values_to_try(const PassParameter& parameter) {
    if (!parameter.has_value()) {
        return {1};
    }
    std::vector<std::uint32_t> values;
    for (const PassWord& word : parameter.words) {
        values.push_back(word.value);
    }
    if (values.empty()) {
        for (const std::uint32_t value : {1U, 2U, 16U, 0xffffffffU}) {
            values.push_back(std::clamp(value, parameter.low, parameter.high));
        }
    }
    return values;
}

std::vector<PassCall> variants_of(const PassInfo& pass) {
    std::vector<PassCall> calls = {{&pass, {}}};
    for (const PassParameter& parameter : pass.parameters) {
        if (is_exception(pass.name, parameter.name)) {
            continue;
        }
        for (const std::uint32_t value : values_to_try(parameter)) {
            calls.push_back({&pass, {{parameter.name, value}}});
        }
    }
    return calls;
}

std::string settling_report(const Shader& shader, const PassCall& call) {
    const std::unique_ptr<Shader> copy = clone(shader);
    return call.run(*copy) ? std::string(call.pass->name) + " finds more to do right after itself"
                           : std::string();
}

std::string loss_report(const Shader& before, const Shader& after, const PassInfo& pass) {
    Invariants needed = 0;
    for (const PassInfo& other : all_passes()) {
        needed |= other.needs;
    }
    std::string report;
    for (std::size_t i = 0; i < kNumInvariants; ++i) {
        const InvariantInfo& invariant = kInvariants[i];
        if (((needed & ~pass.loses) >> i & 1) != 0 && invariant.holds(before) &&
            !invariant.holds(after)) {
            report += std::string(pass.name) + " loses '" + std::string(invariant.name) +
                      "' without saying so\n";
        }
    }
    return report;
}

void prepare(Shader& shader, const PassCall& wanted) {
    prepare_for(shader, *wanted.pass);
    const PassPolicy policy = policy_of(wanted);
    if (!policy.prepared_by.empty()) {
        for (const PassCall& call : parse_pass_list(policy.prepared_by).calls) {
            call.run(shader);
        }
    }
}

} // namespace jacquard::nir
