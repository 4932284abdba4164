#pragma once

#include <jacquard/generated/nir/lowerings.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <functional>

namespace jacquard::nir {

// Describes which opcodes the target lacks, and at which widths.
struct LowerOpcodesOptions {
    LoweringGroups groups = ~LoweringGroups{0}; // of those that the pass has
    std::uint32_t bit_sizes =
        ~std::uint32_t{0}; // of the first source: the widths themselves, or-ed
};

// Builds the replacement of an instruction by a lowering of the group, at the builder's cursor;
// returns null if none applies. The instruction stays.
[[nodiscard]] SsaDef* lowered(CoreBuilder& builder, const AluInstruction& alu, LoweringGroup group);

// Computes opcodes by others, as `lower` in the entries of their tables says.
//
// Before: any shader. After: no opcode is left of the groups and widths chosen that one of its
// lowerings applies to; what a lowering makes is lowered as well. True when something changed.
bool lower_opcodes(Shader& shader, LoweringPass pass, const LowerOpcodesOptions& options = {});

// Computes by others the instructions that the target says it lacks, with the lowerings of all
// passes. It is asked of those alone that there is a lowering for, of what a lowering makes, too;
// the tables have no circles among them, so this ends whatever it answers.
//
// Before: any shader. After: what is still lacking has no lowering. True when something changed.
bool lower_lacking(Shader& shader, const std::function<bool(const AluInstruction&)>& lacks);

} // namespace jacquard::nir
