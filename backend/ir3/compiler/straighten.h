#pragma once

#include <jacquard/nir/shader.h>
#include <jacquard/passes/registry/pass_runner.h>

#include <memory>
#include <string>

namespace jacquard::ir3 {

// Simplifies until there is nothing left to do for that.
void clean(nir::PassRunner& passes);

[[nodiscard]] bool has_control_flow(const nir::Shader& shader);

// Gets rid of control flow where that can be had by unrolling and by computing both sides of ifs;
// where it cannot, what is small is unrolled and computed nevertheless.
//
// Before: registers that are only accessed directly are values. What comes back is to be compiled
// in place of the shader, which then has its control flow and is to be compiled should registers
// not suffice; null: the shader itself is. What passes broke is added to `fault`. `passes` then
// knows which passes have nothing left to do in what is to be compiled.
[[nodiscard]] std::unique_ptr<nir::Shader> lower_control_flow(nir::PassRunner& passes,
                                                              std::string& fault);

} // namespace jacquard::ir3
