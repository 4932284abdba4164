#pragma once

#include <jacquard/nir/lowerings.h>
#include <jacquard/passes/lower_opcodes.h>
#include <jacquard/passes/registry.h>

#include <array>
#include <cstddef>
#include <span>
#include <utility>

// Passes made of lowerings as entries of the registry, with the options that their table gives
// them.
namespace jacquard::nir {

inline std::span<const LoweringOption> options_of(const LoweringPassInfo& pass) {
    return std::span(kLoweringOptions).subspan(pass.first_option, pass.num_options);
}

// Where arguments name some groups, only these; else all.
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

template <std::size_t Pass>
bool run_lowering(Shader& shader, PassArguments arguments) {
    return lower_opcodes(shader, static_cast<LoweringPass>(Pass),
                         chosen_lowerings(kLoweringPasses[Pass], arguments));
}

constexpr std::size_t num_lowering_parameters() {
    std::size_t count = 0;
    for (const LoweringPassInfo& pass : kLoweringPasses) {
        count += pass.num_options + (pass.has_bit_sizes ? 1U : 0U);
    }
    return count;
}

// The parameters of all passes, one after the other.
inline constexpr auto kLoweringParameters = [] {
    std::array<PassParameter, num_lowering_parameters()> made{};
    std::size_t place = 0;
    for (const LoweringPassInfo& pass : kLoweringPasses) {
        for (std::size_t i = 0; i < pass.num_options; ++i) {
            const LoweringOption& option = kLoweringOptions[pass.first_option + i];
            made[place++] = {option.name, option.doc};
        }
        if (pass.has_bit_sizes) {
            made[place++] = {kBitSizesOption, "the widths that are lowered, or-ed", true};
        }
    }
    return made;
}();

inline constexpr auto kLoweringPassInfos = []<std::size_t... Pass>(std::index_sequence<Pass...>) {
    std::array<PassInfo, sizeof...(Pass)> made = {
        PassInfo{kLoweringPasses[Pass].name, kLoweringPasses[Pass].doc, run_lowering<Pass>}...};
    std::size_t place = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const LoweringPassInfo& pass = kLoweringPasses[i];
        const std::size_t count = pass.num_options + (pass.has_bit_sizes ? 1U : 0U);
        made[i].parameters = std::span(kLoweringParameters).subspan(place, count);
        place += count;
    }
    return made;
}
(std::make_index_sequence<kLoweringPasses.size()>());

} // namespace jacquard::nir
