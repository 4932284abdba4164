// Lowers NIR for this machine.
//
// Before: any valid shader. After: there is no control flow, where that can be had by unrolling and
// by computing both sides of ifs; ALU instructions have one component save copies and vectors;
// there are no divisions, powers or other operations that take many machine instructions, unless
// selection has a rule for them; declared registers that are only accessed directly are values.
// Unless everything is to be exact, products and sums are fused.

#include <jacquard/ir3/lower_nir.h>
#include <jacquard/ir3/simplify_truth.h>
#include <jacquard/passes/algebraic.h>
#include <jacquard/passes/common_subexpressions.h>
#include <jacquard/passes/copy_propagation.h>
#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/dead_control_flow.h>
#include <jacquard/passes/flatten_ifs.h>
#include <jacquard/passes/fold_constants.h>
#include <jacquard/passes/fuse_multiply_add.h>
#include <jacquard/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/lower_bit_operations.h>
#include <jacquard/passes/lower_continues.h>
#include <jacquard/passes/lower_float_division.h>
#include <jacquard/passes/lower_integer_division.h>
#include <jacquard/passes/lower_ldexp.h>
#include <jacquard/passes/lower_multiply_high.h>
#include <jacquard/passes/lower_pow.h>
#include <jacquard/passes/optimise_loops.h>
#include <jacquard/passes/registers_to_ssa.h>
#include <jacquard/passes/remove_phis.h>
#include <jacquard/passes/unroll_loops.h>

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

// There are no branches yet: what is left of control flow after this is refused, so much may be
// computed in vain.
constexpr nir::UnrollLoopsOptions kUnrolling = {.limit = 16'384, .iterations = 256};
constexpr nir::LowerContinuesOptions kContinues = {.nest_limit = 256};
constexpr nir::OptimiseLoopsOptions kLoops = {.nest_limit = 256};
constexpr nir::FlattenIfsOptions kFlattening = {.limit = 16'384};

// A round straightens at least the innermost ifs and loops.
constexpr unsigned kMaxNesting = 32;

bool has_control_flow(const nir::Shader& shader) {
    return shader.entry != nullptr && shader.entry->body.first != shader.entry->body.last;
}

void straighten(nir::Shader& shader) {
    bool changed = true;
    for (unsigned round = 0; round < kMaxNesting && changed && has_control_flow(shader); ++round) {
        changed = nir::dead_control_flow(shader);
        changed |= nir::remove_phis(shader);
        changed |= nir::lower_continues(shader, kContinues);
        changed |= nir::unroll_loops(shader, kUnrolling);
        changed |= nir::optimise_loops(shader, kLoops);
        changed |= nir::flatten_ifs(shader, kFlattening);
        clean(shader);
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
    if (has_control_flow(shader)) {
        clean(shader);
        straighten(shader);
        report("straighten");
    }
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
