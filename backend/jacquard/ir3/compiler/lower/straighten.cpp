#include <jacquard/generated/passes/dead_control_flow.h>
#include <jacquard/generated/passes/flatten_ifs.h>
#include <jacquard/generated/passes/lower_continues.h>
#include <jacquard/generated/passes/optimise_loops.h>
#include <jacquard/generated/passes/remove_phis.h>
#include <jacquard/generated/passes/simplify.h>
#include <jacquard/generated/passes/simplify_truths.h>
#include <jacquard/generated/passes/split_variables.h>
#include <jacquard/generated/passes/unroll_loops.h>
#include <jacquard/generated/passes/variables_to_ssa.h>
#include <jacquard/ir3/compiler/lower/flatten_kills.h>
#include <jacquard/ir3/compiler/lower/straighten.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/data_dependence.h>
#include <jacquard/nir/analysis/unrolled_cost.h>
#include <jacquard/nir/build/clone.h>

#include <algorithm>
#include <limits>

namespace jacquard::ir3 {

namespace {

constexpr unsigned kMaxRounds = 4;

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

constexpr std::size_t kManyInstructions = 1U << 20;
constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

// A round straightens at least the innermost ifs and loops.
constexpr unsigned kMaxNesting = 32;

std::size_t num_instructions(const nir::Shader& shader) {
    std::size_t count = 0;
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            count += instruction.kind != nir::InstructionKind::constant ? 1 : 0;
        }
    }
    return count;
}

// Arrays whose elements loops went through have known indices now and may be values.
void split_arrays(nir::PassRunner& passes) {
    if (passes.shader().entry->variables().empty()) {
        return;
    }
    passes.settle("simplify", nir::simplify);
    passes.run("split_variables", nir::split_variables);
    passes.run("variables_to_ssa", nir::variables_to_ssa);
}

template <typename Holds>
bool has_loop(nir::Shader& shader, const Holds& holds) {
    if (!shader.made.has_loops()) {
        return false;
    }
    for (nir::Block& block : shader.entry->blocks()) {
        nir::LoopNode* loop = block.next != nullptr ? block.next->as<nir::LoopNode>() : nullptr;
        if (loop != nullptr && holds(*loop)) {
            return true;
        }
    }
    return false;
}

// A loop around which there is no other, of which all exits are known and nobody can say how often
// it runs, stays a loop, whatever the effort.
bool has_loop_of_unknown_length(nir::Shader& shader) {
    return has_loop(shader, [](nir::LoopNode& loop) {
        if (nir::loop_around(&loop) != nullptr) {
            return false;
        }
        const nir::LoopInfo info = nir::analyse_loop(loop);
        return info.limiting_terminator < 0 && !info.has_other_jumps && !info.has_continue;
    });
}

// Whether some of the control flow is there to stay, whatever the effort.
bool must_branch(nir::Shader& shader) {
    for (nir::Block& block : shader.entry->blocks()) {
        const auto* branch = block.next != nullptr ? block.next->as<nir::IfNode>() : nullptr;
        if (branch != nullptr && nir::stays_a_branch(*branch)) {
            return true;
        }
    }
    return has_loop(shader, [](nir::LoopNode& loop) {
        return nir::length_depends_on_data(nir::analyse_loop(loop));
    });
}

// Whether there are no loops, and no if that flattening would leave.
bool can_be_flattened(nir::Shader& shader, std::uint32_t limit) {
    if (has_loop(shader, [](const nir::LoopNode&) { return true; })) {
        return false;
    }
    std::uint32_t cost = 0; // of an if, with those in it
    for (const nir::Block& block : shader.entry->blocks()) {
        if (block.parent == shader.entry) {
            cost = 0;
            continue;
        }
        for (const nir::Instruction& instruction : block.instructions()) {
            const bool is_phi = instruction.kind == nir::InstructionKind::phi;
            cost += is_phi ? 1U : nir::cost_of(instruction);
            if (cost > limit ||
                !(is_phi || (nir::can_move(instruction) && nir::can_speculate(instruction)))) {
                return false;
            }
        }
    }
    return true;
}

// Whether all loops unrolled have more than `limit` instructions, so that there is no point in
// unrolling the inner ones. What becomes of arrays is not known before.
bool unrolls_beyond(const nir::Shader& shader, const nir::UnrollLoopsOptions& unrolling,
                    std::size_t limit) {
    return limit < kManyInstructions && shader.made.has_loops() &&
           shader.entry->variables().empty() &&
           nir::unrolled_cost(*shader.entry, unrolling.iterations) > limit;
}

// Gives up, with control flow left, where there is more than `limit` instructions.
void straighten(nir::PassRunner& passes, Effort effort, std::size_t limit) {
    // A loop that is longer would end the effort as soon as it is unrolled. What is counted before
    // is an estimate.
    effort.unrolling.limit = static_cast<std::uint32_t>(
        std::min<std::size_t>(effort.unrolling.limit, std::min(limit, kManyInstructions) * 2));
    for (unsigned round = 0; round < kMaxNesting && has_control_flow(passes.shader()); ++round) {
        bool changed = passes.repeat("dead_control_flow", nir::dead_control_flow);
        changed |= passes.settle("remove_phis", nir::remove_phis);
        changed |= passes.run("lower_continues", nir::lower_continues, effort.continues);
        if (unrolls_beyond(passes.shader(), effort.unrolling, limit)) {
            return;
        }
        if (passes.run("unroll_loops", nir::unroll_loops, effort.unrolling)) {
            changed = true;
            split_arrays(passes);
        }
        changed |= passes.run("optimise_loops", nir::optimise_loops, effort.loops);
        changed |= passes.run("flatten_kills", flatten_kills);
        changed |= passes.run("flatten_ifs", nir::flatten_ifs, effort.flattening);
        if (!changed || (limit != kAnyNumber && num_instructions(passes.shader()) > limit)) {
            return;
        }
        clean(passes);
    }
}

} // namespace

void clean(nir::PassRunner& passes) {
    for (unsigned round = 0; round < kMaxRounds; ++round) {
        passes.settle("simplify", nir::simplify);
        if (!passes.settle("simplify_truths", nir::simplify_truths)) {
            return;
        }
    }
}

bool has_control_flow(const nir::Shader& shader) {
    return shader.entry != nullptr && shader.entry->body.first != shader.entry->body.last;
}

void straighten_little(nir::PassRunner& passes) {
    straighten(passes, kWithBranches, kAnyNumber);
}

std::unique_ptr<nir::Shader> lower_control_flow(nir::PassRunner& passes, SecondForm second,
                                                std::string& fault) {
    nir::Shader& shader = passes.shader();
    if (!has_control_flow(shader)) {
        return nullptr;
    }
    clean(passes);
    if (must_branch(shader)) {
        straighten_little(passes);
        return nullptr;
    }
    if (can_be_flattened(shader, kWithoutBranches.flattening.limit)) {
        if (second == SecondForm::given_up) {
            straighten(passes, kWithoutBranches, kAnyNumber);
            return nullptr;
        }
    } else {
        straighten_little(passes);
        if (!has_control_flow(shader) || has_loop_of_unknown_length(shader)) {
            return nullptr;
        }
    }
    // Whatever little effort did, more of it would have done as well: it goes on from there.
    std::unique_ptr<nir::Shader> other = nir::clone(shader);
    nir::PassRunner other_passes(*other);
    other_passes.know_as(passes);
    const std::size_t most = std::max(kLongProgram, kLongerBy * num_instructions(shader));
    straighten(other_passes, kWithoutBranches, kShrinksBy * most);
    fault += other_passes.report();
    if (!has_control_flow(*other) && num_instructions(*other) <= most) {
        passes.know_as(other_passes);
        return other;
    }
    return nullptr;
}

} // namespace jacquard::ir3
