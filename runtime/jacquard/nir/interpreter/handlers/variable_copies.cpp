#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/variable_cells.h>
#include <jacquard/nir/interpreter/handlers/variable_sources.h>
#include <jacquard/nir/interpreter/handlers/variable_weights.h>

namespace jacquard::nir::interpreter {

namespace {

// Moves every part for one lane. Weights are given where what is copied is interpolated.
bool copy(Wave& wave, const Step& step, MemorySpace to, MemorySpace from, std::uint64_t to_address,
          std::uint64_t from_address, unsigned lane, const InterpolationWeights* weights) {
    VariableCells target(wave, to);
    const VariableCells source(wave, from);
    bool is_fine = true;
    for (const CopiedPart& part : wave.values.program->copies[step.target]) {
        std::uint64_t bits = 0;
        const std::uint64_t at = from_address + part.from;
        const bool is_read = weights != nullptr
                                 ? interpolate(wave, memory_space_info(from).per_vertex,
                                               static_cast<std::int64_t>(at / 4), lane,
                                               part.bit_size / 8U, *weights, bits)
                                 : source.read(at, part.bit_size, lane, bits);
        const bool exists =
            is_read && target.write(to_address + part.to, part.bit_size, lane, bits);
        is_fine = is_fine && (exists || wave.out_of_range(step));
    }
    return is_fine;
}

} // namespace

bool copy_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const VariableAccess& access = access_of(step);
    const bool by_name = access.is_by_name();
    const Variable* copied =
        by_name ? intrinsic.variables()[1] : variable_of(deref_source(step, access.from_source));
    if (copied != nullptr && copied->mode == VariableMode::system_value) {
        return wave.fail(FaultKind::not_supported, step, "system values are loaded, not copied");
    }
    const VariableSpace to =
        by_name ? VariableMemory::space_of(*intrinsic.variables()[0])
                : VariableMemory::space_of(deref_source(step, access.deref_source));
    const VariableSpace from =
        by_name ? VariableMemory::space_of(*copied)
                : VariableMemory::space_of(deref_source(step, access.from_source));
    if (is_nowhere(wave, step, from) || is_nowhere(wave, step, to)) {
        return false;
    }
    const std::optional<BarycentricPlace> place = weights_of(wave, copied);
    const VariableMemory& memory = *wave.values.program->variable_memory;
    wave.extra_steps += wave.values.program->copies[step.target].size();
    bool is_fine = true;
    lanes_that_write(wave, *to).for_each([&](unsigned lane) {
        InterpolationWeights weights;
        if (place) {
            weights = barycentric(wave, *place, copied->interpolation, lane, 0);
        }
        const std::uint64_t to_address =
            by_name ? memory.address(*intrinsic.variables()[0])
                    : wave.values.read(source_of(wave, step, access.deref_source), 0, lane);
        const std::uint64_t from_address =
            by_name ? memory.address(*copied)
                    : wave.values.read(source_of(wave, step, access.from_source), 0, lane);
        is_fine = copy(wave, step, *to, *from, to_address, from_address, lane,
                       place ? &weights : nullptr) &&
                  is_fine;
    });
    return is_fine;
}

// Byte after byte, as far as there is memory to be written.
bool copy_variable_bytes(Wave& wave, const Step& step) {
    const VariableAccess& access = access_of(step);
    const VariableSpace to = VariableMemory::space_of(deref_source(step, access.deref_source));
    const VariableSpace from = VariableMemory::space_of(deref_source(step, access.from_source));
    if (is_nowhere(wave, step, from) || is_nowhere(wave, step, to)) {
        return false;
    }
    for (const MemorySpace space : {*to, *from}) {
        if (memory_space_info(space).addressing == Addressing::slot) {
            return wave.fail(FaultKind::not_supported, step,
                             "inputs and outputs are slots that have no bytes");
        }
    }
    VariableCells target(wave, *to);
    const VariableCells source(wave, *from);
    bool is_fine = true;
    lanes_that_write(wave, *to).for_each([&](unsigned lane) {
        const std::uint64_t to_address =
            wave.values.read(source_of(wave, step, access.deref_source), 0, lane);
        const std::uint64_t from_address =
            wave.values.read(source_of(wave, step, access.from_source), 0, lane);
        const std::uint64_t size =
            wave.values.read(source_of(wave, step, access.size_source), 0, lane);
        bool is_written = true;
        for (std::uint64_t i = 0; i < size && is_written; ++i) {
            std::uint64_t bits = 0;
            const bool is_read = source.read(from_address + i, 8, lane, bits);
            is_written = target.write(to_address + i, 8, lane, bits);
            is_fine = is_fine && ((is_read && is_written) || wave.out_of_range(step));
            ++wave.extra_steps;
        }
    });
    return is_fine;
}

} // namespace jacquard::nir::interpreter
