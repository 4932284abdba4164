#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/pass_runner.h>

#include <cstdint>
#include <memory>
#include <string>

namespace jacquard::ir3 {

// Simplifies until there is nothing left to do for that.
void clean(nir::PassRunner& passes);

[[nodiscard]] bool has_control_flow(const nir::Shader& shader);

// Whether a shader with branches is left beside one without them.
enum class SecondForm : std::uint8_t { given_up, kept };

// Gets rid of control flow where that can be had by unrolling and by computing both sides of ifs;
// where it cannot, what is small is unrolled and computed nevertheless.
//
// Before: registers that are only accessed directly are values. What comes back is to be compiled
// in place of the shader, which then has its control flow and is to be compiled should registers
// not suffice, after straighten_little(); null: the shader itself is. Where its second form is
// given up that need not be left of it. What passes broke is added to `fault`. `passes` then knows
// which passes have nothing left to do in what is to be compiled.
[[nodiscard]] std::unique_ptr<nir::Shader>
lower_control_flow(nir::PassRunner& passes, SecondForm second, std::string& fault);

// Only what is small. Leaves nothing to do for itself.
void straighten_little(nir::PassRunner& passes);

} // namespace jacquard::ir3
