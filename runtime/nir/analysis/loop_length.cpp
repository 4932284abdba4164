#include <jacquard/nir/analysis/loop_length.h>
#include <jacquard/nir/behaviour.h>

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace jacquard::nir {
namespace {

// Of what a condition is computed from; with more than that it counts as known.
constexpr std::size_t kMostValues = 128;

// Registers and variables may become values.
bool is_data(const Instruction& instruction) {
    if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
        return register_access(intrinsic->op) == nullptr &&
               variable_access(intrinsic->op) == nullptr;
    }
    return instruction.kind == InstructionKind::texture;
}

bool depends_on_data(const SsaDef& condition) {
    std::unordered_set<const SsaDef*> seen = {&condition};
    std::vector<const SsaDef*> pending = {&condition};
    while (!pending.empty() && seen.size() <= kMostValues) {
        const Instruction& instruction = *pending.back()->instruction;
        pending.pop_back();
        if (is_data(instruction)) {
            return true;
        }
        if (instruction.kind == InstructionKind::alu || instruction.kind == InstructionKind::phi) {
            instruction.for_each_source([&](const Source& source) {
                if (seen.insert(source.ssa).second) {
                    pending.push_back(source.ssa);
                }
            });
        }
    }
    return false;
}

} // namespace

bool length_depends_on_data(const LoopInfo& info) {
    return info.limiting_terminator < 0 && !info.has_other_jumps && !info.has_continue &&
           std::all_of(info.terminators.begin(), info.terminators.end(),
                       [](const LoopTerminator& terminator) {
                           return depends_on_data(*terminator.branch->condition.ssa);
                       });
}

} // namespace jacquard::nir
