// Lowers NIR for this machine.
//
// Before: any valid shader. After: ALU instructions have one component save copies and vectors;
// there are no divisions, powers or other operations that take many machine instructions, unless
// selection has a rule for them; declared registers that are only accessed directly are values.
// Unless everything is to be exact, products and sums are fused.

#include <jacquard/ir3/lower_nir.h>
#include <jacquard/ir3/simplify_truth.h>
#include <jacquard/passes/algebraic.h>
#include <jacquard/passes/common_subexpressions.h>
#include <jacquard/passes/copy_propagation.h>
#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/fold_constants.h>
#include <jacquard/passes/fuse_multiply_add.h>
#include <jacquard/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/lower_bit_operations.h>
#include <jacquard/passes/lower_float_division.h>
#include <jacquard/passes/lower_integer_division.h>
#include <jacquard/passes/lower_ldexp.h>
#include <jacquard/passes/lower_multiply_high.h>
#include <jacquard/passes/lower_pow.h>
#include <jacquard/passes/registers_to_ssa.h>

namespace jacquard::ir3 {

namespace {

constexpr unsigned kMaxRounds = 4;

void clean(nir::Shader& shader) {
    for (unsigned round = 0; round < kMaxRounds; ++round) {
        bool changed = nir::copy_propagation(shader);
        changed |= nir::fold_constants(shader);
        changed |= nir::algebraic(shader);
        changed |= simplify_truth(shader);
        changed |= nir::common_subexpressions(shader);
        changed |= nir::dead_code(shader);
        if (!changed) {
            return;
        }
    }
}

} // namespace

void lower_nir(nir::Shader& shader, const CompileOptions& options) {
    const auto report = [&](std::string_view pass) {
        if (options.observer != nullptr) {
            options.observer->after_lowering(pass, shader);
        }
    };
    nir::registers_to_ssa(shader);
    report("registers_to_ssa");
    nir::lower_alu_to_scalar(shader);
    report("lower_alu_to_scalar");
    nir::lower_float_division(shader);
    nir::lower_pow(shader);
    nir::lower_integer_division(shader);
    nir::lower_multiply_high(shader);
    nir::lower_ldexp(shader);
    nir::lower_bit_operations(shader);
    report("lower_operations");
    clean(shader);
    report("clean");
    if (!options.precise) {
        nir::fuse_multiply_add(shader);
        nir::dead_code(shader);
        report("fuse_multiply_add");
    }
}

} // namespace jacquard::ir3
