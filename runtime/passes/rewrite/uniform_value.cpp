#include <jacquard/nir/behaviour.h>
#include <jacquard/nir/instruction.h>
#include <jacquard/passes/rewrite/uniform_value.h>

#include <algorithm>

namespace jacquard::nir {

namespace {

// Values that are looked at; the answer is asked for often.
constexpr unsigned kMostSteps = 32;

bool is_known(const SsaDef& value, unsigned& steps) {
    if (steps == 0) {
        return false;
    }
    --steps;
    const Instruction& instruction = *value.instruction;
    if (instruction.kind == InstructionKind::constant) {
        return true;
    }
    if (const auto* alu = instruction.as<AluInstruction>()) {
        for (unsigned i = 0; i < alu->num_sources; ++i) {
            if (!is_known(*alu->first_source[i].ssa, steps)) {
                return false;
            }
        }
        return true;
    }
    const auto* load = instruction.as<IntrinsicInstruction>();
    const MemoryAccess* access = load != nullptr ? memory_access(load->op) : nullptr;
    if (access == nullptr || !access->is_load() || access->info().written == Written::always ||
        access->info().addressing == Addressing::slot) {
        return false;
    }
    const auto sources = load->sources();
    return std::all_of(sources.begin(), sources.end(), [](const Source& source) {
        return !constant_components(*source.ssa).empty();
    });
}

} // namespace

bool is_uniform_value(const SsaDef& value) {
    unsigned steps = kMostSteps;
    return is_known(value, steps);
}

} // namespace jacquard::nir
