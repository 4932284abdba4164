#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/ir3/cost/program_needs.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/instruction/effects.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

using Kind = RegisterEffect::Kind;

} // namespace

RegisterTally::RegisterTally(const Program& program, Revision revision, const MachineFacts& machine)
    : program_(program), revision_(revision), machine_(machine) {
    for (const ProgramArray& array : program.arrays) {
        use(std::uint32_t{array.location.number} + array.length, array.location.half);
    }
    for (const TexturePrefetch& prefetch : program.prefetches) {
        use(std::uint32_t{prefetch.destination.number} +
                static_cast<std::uint32_t>(std::bit_width(prefetch.write_mask)),
            prefetch.destination.half);
    }
    // Values that go through from an input to an output.
    for (const ProgramInput& input : program.inputs) {
        note_vector(input.location,
                    static_cast<std::uint32_t>(std::bit_width(input.component_mask)));
    }
    for (const ProgramOutput& output : program.outputs) {
        unsigned end = output.num_components;
        while (end > 0 && !output.is_in_register(end - 1)) {
            --end;
        }
        note_vector(output.location, end);
    }
}

void RegisterTally::count(const Instruction& instruction) {
    const Effects effects = effects_of(instruction, revision_, machine_);
    for (const RegisterEffect& effect : effects.registers()) {
        const auto number = static_cast<std::uint32_t>(std::max<int>(effect.number, 0));
        if (effect.kind == Kind::registers && number < kSharedRegisterFirst) {
            use(number + effect.count, effect.half);
        } else if (effect.kind == Kind::relative_registers) {
            found_.complete = found_.complete && !program_.arrays.empty();
        }
    }
}

RegisterFootprint RegisterTally::footprint() const {
    RegisterFootprint all = found_;
    const std::uint32_t halves = (all.half + 1) / 2;
    all.overall = machine_.merged_registers ? std::max(all.full, halves) : all.full + halves;
    return all;
}

void RegisterTally::note_vector(const RegisterLocation& location, std::uint32_t components) {
    if (location.exists() && location.number < kSharedRegisterFirst) {
        use(location.number + components, location.half);
    }
}

void RegisterTally::use(std::uint32_t end, bool half) {
    std::uint32_t& highest = half ? found_.half : found_.full;
    highest = std::max(highest, (end + kComponents - 1) / kComponents);
}

WaveNeeds needs_of_words(const Program& program, Revision revision, const MachineFacts& machine) {
    WaveNeeds needs = wave_needs(program);
    RegisterTally registers(program, revision, machine);
    bool waits = false; // at a barrier
    RegisterFootprint footprint = registers.footprint();
    for (const std::uint64_t word : program.words) {
        Instruction instruction;
        if (!decode(word, revision, instruction)) {
            continue;
        }
        const Action action = opcode_info(revision, instruction.opcode).action;
        registers.count(instruction);
        waits = waits || action == Action::barrier;
        if (action == Action::end) { // words after the last one are padding
            footprint = registers.footprint();
            needs.waits = waits;
        }
    }
    needs.full_registers = footprint.full;
    needs.half_registers = footprint.half;
    return needs;
}

} // namespace jacquard::ir3
