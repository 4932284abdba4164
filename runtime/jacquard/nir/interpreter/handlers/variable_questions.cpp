#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/variable_cells.h>
#include <jacquard/nir/interpreter/handlers/variable_sources.h>

namespace jacquard::nir::interpreter {

bool tell_modes(Wave& wave, const Step& step) {
    const bool is_in =
        deref_source(step, access_of(step).deref_source).is_in(intrinsic_of(step).memory_modes());
    wave.lanes.active.for_each([&](unsigned lane) {
        wave.values.write(wave.values.result(step), 0, lane, is_in ? 1 : 0);
    });
    return true;
}

// How many elements an array without a length has: what fits into its buffer behind its start, or
// one for each vertex.
bool tell_length(Wave& wave, const Step& step) {
    const VariableAccess& access = access_of(step);
    const DerefInstruction& deref = deref_source(step, access.deref_source);
    const VariableSpace space = VariableMemory::space_of(deref);
    const bool has_buffers = space && memory_space_info(*space).addressing == Addressing::buffer;
    if (!has_buffers && !VariableMemory::has_vertices(space)) {
        return wave.fail(FaultKind::not_supported, step, "nothing tells how long the array is");
    }
    const std::uint64_t stride =
        deref.type->is_array_type() ? VariableMemory::stride_of(deref.type, space) : 0;
    wave.lanes.active.for_each([&](unsigned lane) {
        std::uint64_t length = 0;
        if (has_buffers) {
            const std::uint64_t address =
                wave.values.read(source_of(wave, step, access.deref_source), 0, lane);
            const std::uint64_t at = address & ((std::uint64_t{1} << kBufferShift) - 1);
            const std::uint64_t size =
                wave.memory.bytes_of(*space, address >> kBufferShift, lane).size;
            length = stride != 0 && size > at ? (size - at) / stride : 0;
        } else {
            length = given_parts(*wave.environment, *space);
        }
        wave.values.write(wave.values.result(step), 0, lane, length);
    });
    return true;
}

} // namespace jacquard::nir::interpreter
