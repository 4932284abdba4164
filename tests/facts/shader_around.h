#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/shader.h>

#include <functional>
#include <memory>

namespace jacquard::facts {

// A valid shader that holds one instruction under test and stores what it computes.
struct Form {
    std::unique_ptr<nir::Shader> shader;
    nir::Instruction* subject = nullptr;
};

// Makes the instruction under test; null where it has no form like that.
using MakeSubject = std::function<nir::Instruction*(nir::CoreBuilder&)>;

// The shader of a stage around the instruction, or around several that are equal; without a subject
// where the shader is not valid NIR. The results, if there are any, go to the first storage buffer,
// unless they are unused.
Form shader_around(nir::Stage stage, unsigned times, const MakeSubject& make,
                   bool is_unused = false);

// A word of the first storage buffer, which no pass knows: number `index`, `num_components` of
// them.
nir::SsaDef* unknown_value(nir::CoreBuilder& b, unsigned index, unsigned num_components,
                           unsigned bit_size = 32);

// Stores a value of at most eight components in the first storage buffer, at the place with that
// number; results have the first ones.
void store_result(nir::CoreBuilder& b, nir::SsaDef* value, unsigned number);

} // namespace jacquard::facts
