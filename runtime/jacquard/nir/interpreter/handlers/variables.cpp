#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/interpreter/handlers/atomic.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/variable_cells.h>
#include <jacquard/nir/interpreter/handlers/variable_sources.h>
#include <jacquard/nir/interpreter/handlers/variable_weights.h>

namespace jacquard::nir::interpreter {

namespace {

template <typename AddressOf>
bool load(Wave& wave, const Step& step, VariableSpace space, AddressOf&& address_of) {
    if (is_nowhere(wave, step, space)) {
        return false;
    }
    const VariableCells cells(wave, *space);
    const Place& to = wave.values.result(step);
    const unsigned stride = VariableMemory::component_bytes(to.bit_size, space);
    // A boolean is made of what memory holds.
    const bool is_late = wave.weak.covers(*space) && wave.weak.begin_load(step) && to.bit_size != 1;
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::uint64_t address = address_of(lane) + c * std::uint64_t{stride};
            std::uint64_t bits = 0;
            if (const std::byte* from = is_late ? cells.find(address, stride, lane) : nullptr) {
                wave.weak.load_late(LaneMask::single(lane), c, *space, from, stride);
                continue;
            }
            const bool exists = cells.read(address, to.bit_size, lane, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.values.write(to, c, lane, bits);
        }
    });
    return is_fine && (!wave.weak.covers(*space) || wave.weak.may_go_on());
}

template <typename AddressOf>
bool store(Wave& wave, const Step& step, VariableSpace space, const Place& from, std::uint64_t mask,
           AddressOf&& address_of) {
    if (is_nowhere(wave, step, space)) {
        return false;
    }
    VariableCells cells(wave, *space);
    const unsigned stride = VariableMemory::component_bytes(from.bit_size, space);
    bool is_fine = true;
    lanes_that_write(wave, *space).for_each([&](unsigned lane) {
        for (unsigned c = 0; c < from.num_components; ++c) {
            if (((mask >> c) & 1) != 0) {
                const bool exists =
                    cells.write(address_of(lane) + c * std::uint64_t{stride}, from.bit_size, lane,
                                wave.values.read(from, c, lane));
                is_fine = is_fine && (exists || wave.out_of_range(step));
            }
        }
    });
    return is_fine && (!wave.weak.covers(*space) || wave.weak.may_go_on());
}

// Reads an input at such weights.
template <typename AddressOf>
bool load_interpolated(Wave& wave, const Step& step, BarycentricPlace place, Interpolation mode,
                       AddressOf&& address_of) {
    const Place& to = wave.values.result(step);
    const MemorySpace vertices =
        memory_space_info(*space_of_mode(VariableMode::shader_in)).per_vertex;
    const std::int8_t place_source = access_of(step).place_source;
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        const std::uint64_t argument =
            place_source < 0
                ? 0
                : wave.values.read(wave.values.source(step, static_cast<unsigned>(place_source)), 0,
                                   lane);
        const InterpolationWeights weights = barycentric(wave, place, mode, lane, argument);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists =
                interpolate(wave, vertices, static_cast<std::int64_t>(address_of(lane) / 4) + c,
                            lane, to.bytes, weights, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.values.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

// Reads an input that comes interpolated at another place of the quad.
template <typename AddressOf>
bool load_in_quads(Wave& wave, const Step& step, BarycentricPlace place, Interpolation mode,
                   AddressOf&& address_of) {
    const Place& to = wave.values.result(step);
    const OutputWords words = given_slots(*wave.environment, MemorySpace::input, 0);
    const std::int8_t place_source = access_of(step).place_source;
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        std::array<float, 2> offset{};
        for (unsigned c = 0; place == BarycentricPlace::at_offset && c < offset.size(); ++c) {
            const Place& from = wave.values.source(step, static_cast<unsigned>(place_source));
            offset[c] =
                std::bit_cast<float>(static_cast<std::uint32_t>(wave.values.read(from, c, lane)));
        }
        const std::array<float, 2> weights = weights_in_quad(wave, place, mode, lane, offset);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const auto word = static_cast<std::int64_t>(address_of(lane) / 4) + c;
            const bool exists =
                interpolate_in_quad(wave, words, word, lane, to.bytes, weights, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.values.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

} // namespace

// The address of the parent, with what the step adds for an index or a member.
bool execute_deref(Wave& wave, const Step& step) {
    const auto& deref = *static_cast<const DerefInstruction*>(step.instruction);
    const Place& to = wave.values.result(step);
    const Place& parent = wave.values.source(step, 0);
    wave.lanes.active.for_each([&](unsigned lane) {
        std::uint64_t address = wave.values.read(parent, 0, lane);
        if (deref.has_index()) {
            const Place& index = wave.values.source(step, 1);
            const unsigned unused = 64U - index.bit_size;
            const auto number =
                static_cast<std::int64_t>(wave.values.read(index, 0, lane) << unused) >> unused;
            address += static_cast<std::uint64_t>(number) * step.target;
        } else if (deref.deref == DerefKind::structure) {
            address += step.target;
        }
        wave.values.write(to, 0, lane, address);
    });
    return true;
}

bool load_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const VariableAccess& access = access_of(step);
    if (access.is_by_name()) {
        const Variable& variable = *intrinsic.variables()[0];
        if (variable.mode == VariableMode::system_value) {
            return load_system_variable(wave, step, variable, nullptr);
        }
        const std::uint64_t address = wave.values.program->variable_memory->address(variable);
        if (const std::optional<BarycentricPlace> place = weights_of(wave, &variable)) {
            return load_interpolated(wave, step, *place, variable.interpolation,
                                     [=](unsigned) { return address; });
        }
        return load(wave, step, VariableMemory::space_of(variable),
                    [=](unsigned) { return address; });
    }
    const Place& pointer = source_of(wave, step, access.deref_source);
    const DerefInstruction& deref = deref_source(step, access.deref_source);
    const Variable* variable = variable_of(deref);
    if (variable != nullptr && variable->mode == VariableMode::system_value) {
        return load_system_variable(wave, step, *variable, &pointer);
    }
    if (const std::optional<BarycentricPlace> place = weights_of(wave, variable)) {
        return load_interpolated(wave, step, *place, variable->interpolation,
                                 [&](unsigned lane) { return wave.values.read(pointer, 0, lane); });
    }
    return load(wave, step, VariableMemory::space_of(deref),
                [&](unsigned lane) { return wave.values.read(pointer, 0, lane); });
}

bool store_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const VariableAccess& access = access_of(step);
    const Place& value = source_of(wave, step, access.value_source);
    if (access.is_by_name()) {
        const Variable& variable = *intrinsic.variables()[0];
        const std::uint64_t address = wave.values.program->variable_memory->address(variable);
        return store(wave, step, VariableMemory::space_of(variable), value, ~std::uint64_t{0},
                     [=](unsigned) { return address; });
    }
    const Place& pointer = source_of(wave, step, access.deref_source);
    return store(wave, step, VariableMemory::space_of(deref_source(step, access.deref_source)),
                 value, static_cast<std::uint64_t>(intrinsic.write_mask()),
                 [&](unsigned lane) { return wave.values.read(pointer, 0, lane); });
}

bool atomic_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const VariableAccess& access = access_of(step);
    const VariableSpace space = VariableMemory::space_of(deref_source(step, access.deref_source));
    if (is_nowhere(wave, step, space)) {
        return false;
    }
    VariableCells cells(wave, *space);
    const Place& to = wave.values.result(step);
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        const std::uint64_t address =
            wave.values.read(source_of(wave, step, access.deref_source), 0, lane);
        std::uint64_t old = 0;
        bool exists = false;
        if (wave.lanes.helpers.test(lane)) {
            exists = cells.read(address, to.bit_size, lane, old);
        } else {
            const std::uint64_t data =
                wave.values.read(source_of(wave, step, access.data_source), 0, lane);
            const std::uint64_t compare =
                access.compare_source < 0
                    ? 0
                    : wave.values.read(source_of(wave, step, access.compare_source), 0, lane);
            exists = cells.change(address, to.bit_size, lane, old, [&](std::uint64_t before) {
                return apply_atomic(intrinsic.atomic_op(), to.bit_size, before, data, compare);
            });
        }
        is_fine = is_fine && (exists || wave.out_of_range(step));
        wave.values.write(to, 0, lane, old);
    });
    return is_fine && (!wave.weak.covers(*space) || wave.weak.may_go_on());
}

// An input as it is at a place that the program chooses, or as a vertex gave it.
bool interpolate_variable(Wave& wave, const Step& step) {
    const VariableAccess& access = access_of(step);
    const Place& pointer = source_of(wave, step, access.deref_source);
    const auto address = [&](unsigned lane) { return wave.values.read(pointer, 0, lane); };
    const Variable* variable = variable_of(deref_source(step, access.deref_source));
    const VariableSpace inputs = space_of_mode(VariableMode::shader_in);
    if (access.at == InterpolationPlace::vertex) {
        const Place& vertex = source_of(wave, step, access.place_source);
        return load(wave, step, memory_space_info(*inputs).per_vertex, [&](unsigned lane) {
            return address(lane) + (wave.values.read(vertex, 0, lane) << kVertexShift);
        });
    }
    const bool is_flat = variable == nullptr || variable->interpolation == Interpolation::flat;
    const bool is_interpolated = wave.environment->inputs_are_interpolated;
    if (is_flat || (is_interpolated && wave.environment->reciprocal_w.empty())) {
        return load(wave, step, inputs, address);
    }
    const Interpolation mode = variable->interpolation == Interpolation::noperspective
                                   ? Interpolation::noperspective
                                   : Interpolation::smooth;
    return is_interpolated
               ? load_in_quads(wave, step, barycentric_place(access.at), mode, address)
               : load_interpolated(wave, step, barycentric_place(access.at), mode, address);
}

// Sets variables that begin with something: of the shader at the start, of a function at each call.
bool initialise_variables(Wave& wave, const Step& step) {
    for (std::uint32_t i = step.first; i < step.second; ++i) {
        const InitialVariable& initial = wave.values.program->initial_variables[i];
        VariableCells cells(wave, *VariableMemory::space_of(*initial.variable));
        wave.extra_steps += initial.addresses.size();
        wave.lanes.active.for_each([&](unsigned lane) {
            for (std::size_t s = 0; s < initial.addresses.size(); ++s) {
                cells.write(initial.addresses[s], initial.bit_sizes[s], lane,
                            initial.variable->initializer[s].u64);
            }
        });
    }
    return true;
}

} // namespace jacquard::nir::interpreter
