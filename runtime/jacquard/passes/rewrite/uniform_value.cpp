#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/ir/instruction.h>
#include <jacquard/passes/rewrite/uniform_value.h>
#include <jacquard/passes/util/notes.h>

#include <algorithm>
#include <cstdint>

namespace jacquard::nir {

namespace {

// Values that are looked at; the answer is asked for often.
constexpr unsigned kMostSteps = 32;

enum class Answer : std::uint8_t { no, yes, too_far };

Answer noted(Instruction& instruction, bool is_uniform) {
    instruction.index |= is_uniform ? note::kIsUniform : note::kIsNotUniform;
    return is_uniform ? Answer::yes : Answer::no;
}

bool is_load_at_known_place(const Instruction& instruction) {
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

// "Unknown: search limit reached" is not noted, since a query from closer may succeed.
Answer ask(const SsaDef& value, unsigned& steps) {
    Instruction& instruction = *value.instruction;
    if ((instruction.index & note::kIsUniform) != 0) {
        return Answer::yes;
    }
    if ((instruction.index & note::kIsNotUniform) != 0) {
        return Answer::no;
    }
    if (steps == 0) {
        return Answer::too_far;
    }
    --steps;
    if (instruction.kind == InstructionKind::constant) {
        return Answer::yes;
    }
    const auto* alu = instruction.as<AluInstruction>();
    if (alu == nullptr) {
        return noted(instruction, is_load_at_known_place(instruction));
    }
    for (unsigned i = 0; i < alu->num_sources; ++i) {
        const Answer answer = ask(*alu->first_source[i].ssa, steps);
        if (answer != Answer::yes) {
            return answer == Answer::no ? noted(instruction, false) : answer;
        }
    }
    return noted(instruction, true);
}

} // namespace

bool is_uniform_value(const SsaDef& value) {
    unsigned steps = kMostSteps;
    return ask(value, steps) == Answer::yes;
}

} // namespace jacquard::nir
