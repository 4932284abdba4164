// Analyses which control flow a shader has, and whether if-conversion and unrolling can remove it.

#include <jacquard/ir3/compiler/lower/control_flow.h>
#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/data_dependence.h>
#include <jacquard/nir/analysis/unrolled_cost.h>

namespace jacquard::ir3 {

namespace {

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

} // namespace

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

bool has_loop_of_unknown_length(nir::Shader& shader) {
    return has_loop(shader, [](nir::LoopNode& loop) {
        if (nir::loop_around(&loop) != nullptr) {
            return false;
        }
        const nir::LoopInfo info = nir::analyse_loop(loop);
        return info.limiting_terminator < 0 && !info.has_other_jumps && !info.has_continue;
    });
}

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

bool unrolls_beyond(const nir::Shader& shader, std::uint32_t iterations, std::size_t limit) {
    return shader.made.has_loops() && shader.entry->variables().empty() &&
           nir::unrolled_cost(*shader.entry, iterations) > limit;
}

} // namespace jacquard::ir3
