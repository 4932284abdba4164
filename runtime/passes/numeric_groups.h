#pragma once

#include <jacquard/passes/lower_bit_counts.h>
#include <jacquard/passes/lower_float_compounds.h>
#include <jacquard/passes/lower_integer_compounds.h>
#include <jacquard/passes/lower_pack_unpack.h>
#include <jacquard/passes/registry.h>

#include <array>
#include <cstddef>

namespace jacquard::nir {

// What lists of passes call the groups of opcodes that a lowering can be asked for. Where a list
// names some, only these are lowered; where it names none, all are.
template <typename Options>
struct OpcodeGroup {
    PassParameter parameter;
    bool Options::*is_wanted;
};

#define JACQUARD_GROUP(options, group, doc)                                                        \
    OpcodeGroup<options> {                                                                         \
        {#group, doc}, &options::group                                                             \
    }

inline constexpr std::array kIntegerCompoundGroups = {
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, carries, "uadd_carry, usub_borrow"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, saturating, "sums and differences with _sat"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, averages, "ihadd, irhadd, uhadd, urhadd"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, differences, "uabs_isub, uabs_usub"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, sums, "iadd3, imad, amul"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, signs, "isign"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, rotations, "urol, uror, shfr"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, selections, "bitfield_select, bitnz, bitz"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, parts, "extract_*, insert_*"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, wide_products, "products of 64 bits"),
    JACQUARD_GROUP(LowerIntegerCompoundsOptions, narrow_products, "products of 16 and 24 bits"),
};

inline constexpr std::array kFloatCompoundGroups = {
    JACQUARD_GROUP(LowerFloatCompoundsOptions, clamps, "fsat, fsat_signed, fclamp_pos"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, signs, "fsign"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, fractions, "ffract, fceil"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, interpolation, "flrp"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, sets, "slt, sge, seq, sne"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, orders, "fltu, fgeu, fequ, fneo, ford, funord"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, kinds, "fisfinite, fisnormal"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, zero_products, "fmulz, ffmaz"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, half_turns, "fsin_mdg, fcos_mdg"),
    JACQUARD_GROUP(LowerFloatCompoundsOptions, quantisation, "fquantize2f16"),
};

inline constexpr std::array kBitCountGroups = {
    JACQUARD_GROUP(LowerBitCountsOptions, bit_count, "bit_count"),
    JACQUARD_GROUP(LowerBitCountsOptions, find_lsb, "find_lsb"),
    JACQUARD_GROUP(LowerBitCountsOptions, find_msb, "ufind_msb, ifind_msb, uclz"),
    JACQUARD_GROUP(LowerBitCountsOptions, bitfield_reverse, "bitfield_reverse"),
};

inline constexpr std::array kPackUnpackGroups = {
    JACQUARD_GROUP(LowerPackUnpackOptions, vectors, "those of vectors, by those of scalars"),
    JACQUARD_GROUP(LowerPackUnpackOptions, norms, "those of snorm and unorm"),
    JACQUARD_GROUP(LowerPackUnpackOptions, integers, "pack_sint, pack_uint, pack_uvec"),
    JACQUARD_GROUP(LowerPackUnpackOptions, scalars, "those of 8 and 16 bits, by shifts"),
    JACQUARD_GROUP(LowerPackUnpackOptions, halves, "those of half floats, by conversions"),
};

#undef JACQUARD_GROUP

template <typename Options, std::size_t Count>
constexpr std::array<PassParameter, Count>
parameters_of(const std::array<OpcodeGroup<Options>, Count>& groups) {
    std::array<PassParameter, Count> parameters{};
    for (std::size_t i = 0; i < Count; ++i) {
        parameters[i] = groups[i].parameter;
    }
    return parameters;
}

inline constexpr auto kFloatCompoundParameters = parameters_of(kFloatCompoundGroups);
inline constexpr auto kBitCountParameters = parameters_of(kBitCountGroups);
inline constexpr auto kPackUnpackParameters = parameters_of(kPackUnpackGroups);

// The groups, and the widths.
inline constexpr auto kIntegerCompoundParameters = [] {
    constexpr auto kGroups = parameters_of(kIntegerCompoundGroups);
    std::array<PassParameter, kGroups.size() + 1> parameters{};
    for (std::size_t i = 0; i < kGroups.size(); ++i) {
        parameters[i] = kGroups[i];
    }
    parameters[kGroups.size()] = {"bit_sizes", "the widths that are lowered, or-ed", true};
    return parameters;
}();

template <typename Options, std::size_t Count>
Options chosen_groups(const std::array<OpcodeGroup<Options>, Count>& groups,
                      PassArguments arguments) {
    const auto is_named = [arguments](const OpcodeGroup<Options>& group) {
        for (const PassArgument& argument : arguments) {
            if (argument.name == group.parameter.name) {
                return true;
            }
        }
        return false;
    };
    Options options;
    bool names_some = false;
    for (const OpcodeGroup<Options>& group : groups) {
        names_some |= is_named(group);
    }
    for (const OpcodeGroup<Options>& group : groups) {
        options.*group.is_wanted = !names_some || is_named(group);
    }
    return options;
}

// A pass for the registry: `Pass` with the groups named.
template <auto Pass, const auto& Groups>
bool run_groups(Shader& shader, PassArguments arguments) {
    return Pass(shader, chosen_groups(Groups, arguments));
}

inline bool run_integer_compounds(Shader& shader, PassArguments arguments) {
    LowerIntegerCompoundsOptions options = chosen_groups(kIntegerCompoundGroups, arguments);
    for (const PassArgument& argument : arguments) {
        if (argument.name == "bit_sizes") {
            options.bit_sizes = argument.value;
        }
    }
    return lower_integer_compounds(shader, options);
}

} // namespace jacquard::nir
