#pragma once

#include <jacquard/generated/nir/lowerings.h>
#include <jacquard/passes/registry/registry.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>

#include <span>

// Passes made of lowerings, run with the arguments that their table gives them.
namespace jacquard::nir {

inline std::span<const LoweringOption> options_of(const LoweringPassInfo& pass) {
    return std::span(kLoweringOptions).subspan(pass.first_option, pass.num_options);
}

// If the arguments name some groups, only these are chosen; else all.
inline LowerOpcodesOptions chosen_lowerings(const LoweringPassInfo& pass, PassArguments arguments) {
    LowerOpcodesOptions options;
    LoweringGroups named = 0;
    for (const PassArgument& argument : arguments) {
        if (pass.has_bit_sizes && argument.name == kBitSizesOption) {
            options.bit_sizes = argument.value;
        }
        for (const LoweringOption& option : options_of(pass)) {
            named |= option.name == argument.name ? lowering_groups({option.group}) : 0;
        }
    }
    options.groups = named != 0 ? named : options.groups;
    return options;
}

template <LoweringPass Pass>
bool run_lowering(Shader& shader, PassArguments arguments) {
    return lower_opcodes(shader, Pass, chosen_lowerings(lowering_pass(Pass), arguments));
}

} // namespace jacquard::nir
