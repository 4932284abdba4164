// Lowers NIR for this machine.
//
// Before: any valid shader. After: there is no control flow, where that can be had by unrolling and
// by computing both sides of ifs; where it cannot, what is small is unrolled and computed
// nevertheless; the entry point returns and stores outputs at its end only; ALU instructions have
// one component save copies and vectors; there are no divisions, powers or other operations that
// take many machine instructions, unless selection has a rule for them; declared registers that are
// only accessed directly are values. Unless everything is to be exact, products and sums are fused.

#include <jacquard/ir3/flatten_kills.h>
#include <jacquard/ir3/gather_outputs.h>
#include <jacquard/ir3/lacking.h>
#include <jacquard/ir3/lower_nir.h>
#include <jacquard/nir/clone.h>
#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/dead_control_flow.h>
#include <jacquard/passes/flatten_ifs.h>
#include <jacquard/passes/fuse_multiply_add.h>
#include <jacquard/passes/hoist_invariants.h>
#include <jacquard/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/lower_continues.h>
#include <jacquard/passes/lower_opcodes.h>
#include <jacquard/passes/lower_returns.h>
#include <jacquard/passes/optimise_loops.h>
#include <jacquard/passes/registers_to_ssa.h>
#include <jacquard/passes/remove_phis.h>
#include <jacquard/passes/simplify.h>
#include <jacquard/passes/simplify_truths.h>
#include <jacquard/passes/unroll_loops.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace jacquard::ir3 {

namespace {

using Report = std::function<void(std::string_view pass)>;

constexpr unsigned kMaxRounds = 4;

void clean(nir::Shader& shader) {
    for (unsigned round = 0; round < kMaxRounds; ++round) {
        nir::simplify(shader);
        const bool changed = nir::simplify_truths(shader);
        if (!changed) {
            return;
        }
    }
}

// How much may be computed in vain to have less control flow.
struct Effort {
    nir::UnrollLoopsOptions unrolling;
    nir::LowerContinuesOptions continues;
    nir::OptimiseLoopsOptions loops;
    nir::FlattenIfsOptions flattening;
};

// A program without any branch is worth a lot: all of it is one block to schedule.
constexpr Effort kWithoutBranches = {.unrolling = {.limit = 16'384, .iterations = 256},
                                     .continues = {.nest_limit = 256},
                                     .loops = {.nest_limit = 256},
                                     .flattening = {.limit = 16'384}};
constexpr Effort kWithBranches = {
    .unrolling = {.limit = 256, .iterations = 32, .around_loops = false},
    .continues = {},
    .loops = {},
    .flattening = {.limit = 24}};

// A program that is much longer without branches than with them is not worth it.
constexpr std::size_t kLongProgram = 256;
constexpr std::size_t kLongerBy = 3;
// What unrolling and flattening made may shrink to so much less of it.
constexpr std::size_t kShrinksBy = 6;

// A round straightens at least the innermost ifs and loops.
constexpr unsigned kMaxNesting = 32;

bool has_control_flow(const nir::Shader& shader) {
    return shader.entry != nullptr && shader.entry->body.first != shader.entry->body.last;
}

std::size_t num_instructions(const nir::Shader& shader) {
    std::size_t count = 0;
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            count += instruction.kind != nir::InstructionKind::constant ? 1 : 0;
        }
    }
    return count;
}

// Gives up, with control flow left, where there is more than `limit` instructions.
void straighten(nir::Shader& shader, const Effort& effort, std::size_t limit) {
    for (unsigned round = 0; round < kMaxNesting && has_control_flow(shader); ++round) {
        bool changed = nir::dead_control_flow(shader);
        changed |= nir::remove_phis(shader);
        changed |= nir::lower_continues(shader, effort.continues);
        changed |= nir::unroll_loops(shader, effort.unrolling);
        changed |= nir::optimise_loops(shader, effort.loops);
        changed |= flatten_kills(shader);
        changed |= nir::flatten_ifs(shader, effort.flattening);
        if (!changed || num_instructions(shader) > limit) {
            return;
        }
        clean(shader);
    }
}

// What to go on with instead; null: the shader itself.
std::unique_ptr<nir::Shader> lower_control_flow(nir::Shader& shader) {
    if (!has_control_flow(shader)) {
        return nullptr;
    }
    clean(shader);
    std::unique_ptr<nir::Shader> other = nir::clone(shader);
    straighten(shader, kWithBranches, std::numeric_limits<std::size_t>::max());
    if (!has_control_flow(shader)) {
        return nullptr;
    }
    const std::size_t most = std::max(kLongProgram, kLongerBy * num_instructions(shader));
    straighten(*other, kWithoutBranches, kShrinksBy * most);
    if (!has_control_flow(*other) && num_instructions(*other) <= most) {
        return other;
    }
    nir::hoist_invariants(shader);
    return nullptr;
}

void lower_operations(nir::Shader& shader, const CompileOptions& options, const Report& report) {
    nir::lower_alu_to_scalar(shader);
    report("lower_alu_to_scalar");
    Lacking lacking(shader, options);
    nir::lower_lacking(shader, std::ref(lacking));
    report("lower_operations");
    clean(shader);
    report("clean");
    if (!options.precise) {
        nir::fuse_multiply_add(shader);
        nir::dead_code(shader);
        report("fuse_multiply_add");
    }
}

} // namespace

std::unique_ptr<nir::Shader> lower_nir(nir::Shader& shader, const CompileOptions& options) {
    nir::Shader* at_hand = &shader;
    const auto report = [&](std::string_view pass) {
        if (options.observer != nullptr) {
            options.observer->after_lowering(pass, *at_hand);
        }
    };
    if (has_control_flow(shader)) {
        nir::lower_returns(shader);
    }
    gather_outputs(shader);
    nir::registers_to_ssa(shader);
    report("registers_to_ssa");
    std::unique_ptr<nir::Shader> other = lower_control_flow(shader);
    if (other != nullptr) {
        at_hand = other.get();
    }
    report("lower_control_flow");
    lower_operations(*at_hand, options, report);
    return other;
}

} // namespace jacquard::ir3
