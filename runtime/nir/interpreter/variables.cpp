#include <jacquard/nir/deref_path.h>
#include <jacquard/nir/interpreter/atomic.h>
#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/nir/interpreter/lane_storage.h>
#include <jacquard/nir/interpreter/variable_memory.h>

#include <array>
#include <bit>

namespace jacquard::nir::interpreter {

namespace {

// Reads and writes components at addresses of one space.
class VariableAccess {
  public:
    VariableAccess(Wave& wave, VariableSpace space) : wave_(wave), space_(space) {}

    // False when there is nothing at the address.
    bool read(std::uint64_t address, unsigned bit_size, unsigned lane, std::uint64_t& bits) const {
        const unsigned bytes = VariableMemory::component_bytes(bit_size, space_);
        bits = 0;
        if (const std::optional<std::span<std::uint32_t>> words = slots(address)) {
            return read_slot_words(*words, wave_.lanes, word_of(address), lane, bytes, bits);
        }
        const std::span<std::byte> memory = bytes_at(address, lane);
        if (memory.size() < bytes) {
            return false;
        }
        std::memcpy(&bits, memory.data(), bytes);
        if (bit_size == 1) {
            bits = bits != 0 ? 1 : 0;
        }
        return true;
    }
    // A boolean has all its bits set where it is true.
    bool write(std::uint64_t address, unsigned bit_size, unsigned lane, std::uint64_t bits) {
        const unsigned bytes = VariableMemory::component_bytes(bit_size, space_);
        if (const std::optional<std::span<std::uint32_t>> words = slots(address)) {
            return is_writable() &&
                   write_slot_words(*words, wave_.lanes, word_of(address), lane, bytes, bits);
        }
        const std::span<std::byte> memory = bytes_at(address, lane);
        if (memory.size() < bytes || !is_writable()) {
            return false;
        }
        if (bit_size == 1) {
            bits = bits != 0 ? 0xffffffffU : 0;
        }
        std::memcpy(memory.data(), &bits, bytes);
        return true;
    }

  private:
    [[nodiscard]] static std::int64_t word_of(std::uint64_t address) {
        const std::uint64_t low = address & ((std::uint64_t{1} << kVertexShift) - 1);
        return static_cast<std::int64_t>(low / 4);
    }
    [[nodiscard]] bool is_writable() const {
        switch (space_) {
        case VariableSpace::input:
        case VariableSpace::vertex_input:
        case VariableSpace::constant_buffer:
        case VariableSpace::uniforms:
        case VariableSpace::push_constants:
        case VariableSpace::constant_data:
        case VariableSpace::system_value:
        case VariableSpace::none: return false;
        default: return true;
        }
    }

    // Storage of slots; nothing for spaces of bytes.
    [[nodiscard]] std::optional<std::span<std::uint32_t>> slots(std::uint64_t address) const {
        const Environment& around = *wave_.environment;
        const std::uint64_t vertex = address >> kVertexShift;
        const auto changeable = [](InputWords words) { // is_writable() protects it
            return std::span(const_cast<std::uint32_t*>(words.data()), words.size());
        };
        switch (space_) {
        case VariableSpace::input: return changeable(around.inputs);
        case VariableSpace::output: return around.outputs;
        case VariableSpace::vertex_input:
            return changeable(part_of(around.vertex_inputs, around.num_input_vertices, vertex));
        case VariableSpace::vertex_output:
            return part_of(around.vertex_outputs, around.num_output_vertices, vertex);
        default: return std::nullopt;
        }
    }

    // The memory from an address on.
    [[nodiscard]] std::span<std::byte> bytes_at(std::uint64_t address, unsigned lane) const {
        const Environment& around = *wave_.environment;
        const auto changeable = [](std::span<const std::byte> bytes) {
            return std::span(const_cast<std::byte*>(bytes.data()), bytes.size());
        };
        const auto from = [](std::span<std::byte> bytes, std::uint64_t offset) {
            return offset <= bytes.size() ? bytes.subspan(static_cast<std::size_t>(offset))
                                          : std::span<std::byte>();
        };
        const std::uint64_t buffer = address >> kBufferShift;
        const std::uint64_t in_buffer = address & ((std::uint64_t{1} << kBufferShift) - 1);
        switch (space_) {
        case VariableSpace::lane: {
            const std::size_t size = wave_.program->variable_bytes;
            return from(std::span(wave_.variables).subspan(lane * size, size), address);
        }
        case VariableSpace::constant_buffer:
            return buffer < around.constant_buffers.size()
                       ? from(changeable(around.constant_buffers[buffer]), in_buffer)
                       : std::span<std::byte>();
        case VariableSpace::storage_buffer:
            return buffer < around.storage_buffers.size()
                       ? from(around.storage_buffers[buffer], in_buffer)
                       : std::span<std::byte>();
        case VariableSpace::uniforms: return from(changeable(around.uniforms), address);
        case VariableSpace::push_constants: return from(changeable(around.push_constants), address);
        case VariableSpace::constant_data: return from(changeable(wave_.constant_data()), address);
        case VariableSpace::shared: return from(around.shared, address);
        case VariableSpace::task_payload: return from(around.task_payload, address);
        case VariableSpace::global: return from(around.global, address - around.global_address);
        default: return {};
        }
    }

    Wave& wave_;
    VariableSpace space_;
};

const DerefInstruction& deref_source(const Step& step, unsigned i) {
    return *intrinsic_of(step).sources()[i].ssa->instruction->as<DerefInstruction>();
}

// Stores that lanes see in their own variables are made by helpers too.
LaneMask lanes_that_write(const Wave& wave, VariableSpace space) {
    return space == VariableSpace::lane ? wave.active : wave.writing();
}

// A pointer that may lead into one memory or another.
bool is_nowhere(Wave& wave, const Step& step, VariableSpace space) {
    if (space == VariableSpace::none) {
        wave.fail(FaultKind::not_supported, step, "nothing tells which memory this is in");
    }
    return space == VariableSpace::none;
}

template <typename AddressOf>
bool load(Wave& wave, const Step& step, VariableSpace space, AddressOf&& address_of) {
    if (is_nowhere(wave, step, space)) {
        return false;
    }
    const VariableAccess access(wave, space);
    const Place& to = wave.result(step);
    const unsigned stride = VariableMemory::component_bytes(to.bit_size, space);
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists =
                access.read(address_of(lane) + c * std::uint64_t{stride}, to.bit_size, lane, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

template <typename AddressOf>
bool store(Wave& wave, const Step& step, VariableSpace space, const Place& from, std::uint64_t mask,
           AddressOf&& address_of) {
    if (is_nowhere(wave, step, space)) {
        return false;
    }
    VariableAccess access(wave, space);
    const unsigned stride = VariableMemory::component_bytes(from.bit_size, space);
    bool is_fine = true;
    lanes_that_write(wave, space).for_each([&](unsigned lane) {
        for (unsigned c = 0; c < from.num_components; ++c) {
            if (((mask >> c) & 1) != 0) {
                const bool exists = access.write(address_of(lane) + c * std::uint64_t{stride},
                                                 from.bit_size, lane, wave.read(from, c, lane));
                is_fine = is_fine && (exists || wave.out_of_range(step));
            }
        }
    });
    return is_fine;
}

// How an input is interpolated that is read as a variable; nothing when it is not.
std::optional<IntrinsicOp> weights_of(const Wave& wave, const Variable* variable) {
    const bool is_interpolated =
        variable != nullptr && wave.program->shader->info.stage == Stage::fragment &&
        variable->mode == VariableMode::shader_in && !variable->per_vertex &&
        !wave.environment->inputs_are_interpolated &&
        (variable->interpolation == Interpolation::smooth ||
         variable->interpolation == Interpolation::noperspective);
    if (!is_interpolated) {
        return std::nullopt;
    }
    switch (variable->interpolation_location) {
    case InterpolationLocation::centroid: return IntrinsicOp::load_barycentric_centroid;
    case InterpolationLocation::sample: return IntrinsicOp::load_barycentric_sample;
    default: return IntrinsicOp::load_barycentric_pixel;
    }
}

// The weights that an intrinsic for barycentric coordinates gives.
std::array<std::uint64_t, 2> barycentric(const Wave& wave, IntrinsicOp weights, Interpolation mode,
                                         unsigned lane, std::uint64_t argument) {
    std::array<std::int64_t, kMaxIntrinsicIndices> indices{};
    IntrinsicInstruction question(weights, nullptr, indices.data());
    question.set_interp_mode(mode);
    question.value.num_components = 2;
    question.value.bit_size = 32;
    std::array<std::uint64_t, 2> ij{};
    for (unsigned c = 0; c < 2 && wave.environment->system_values != nullptr; ++c) {
        ij[c] = wave.environment->system_values->value(question, c, lane, argument).value_or(0);
    }
    return ij;
}

// Reads an input at such weights.
template <typename AddressOf>
bool load_interpolated(Wave& wave, const Step& step, IntrinsicOp weights, Interpolation mode,
                       AddressOf&& address_of) {
    const Place& to = wave.result(step);
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const std::uint64_t argument =
            intrinsic_of(step).num_sources > 1 ? wave.read(wave.source(step, 1), 0, lane) : 0;
        const std::array<std::uint64_t, 2> ij = barycentric(wave, weights, mode, lane, argument);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists =
                interpolate(wave, static_cast<std::int64_t>(address_of(lane) / 4) + c, lane,
                            to.bytes, ij[0], ij[1], 4, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

// Moves every part for one lane. Weights are given where what is copied is interpolated.
bool copy(Wave& wave, const Step& step, VariableSpace to, VariableSpace from,
          std::uint64_t to_address, std::uint64_t from_address, unsigned lane,
          const std::array<std::uint64_t, 2>* weights) {
    VariableAccess target(wave, to);
    const VariableAccess source(wave, from);
    bool is_fine = true;
    for (const CopiedPart& part : wave.program->copies[step.target]) {
        std::uint64_t bits = 0;
        const std::uint64_t at = from_address + part.from;
        const bool is_read =
            weights != nullptr
                ? interpolate(wave, static_cast<std::int64_t>(at / 4), lane, part.bit_size / 8U,
                              (*weights)[0], (*weights)[1], 4, bits)
                : source.read(at, part.bit_size, lane, bits);
        const bool exists =
            is_read && target.write(to_address + part.to, part.bit_size, lane, bits);
        is_fine = is_fine && (exists || wave.out_of_range(step));
    }
    return is_fine;
}

} // namespace

// The address of the parent, with what the step adds for an index or a member.
bool execute_deref(Wave& wave, const Step& step) {
    const auto& deref = *static_cast<const DerefInstruction*>(step.instruction);
    const Place& to = wave.result(step);
    const Place& parent = wave.source(step, 0);
    wave.active.for_each([&](unsigned lane) {
        std::uint64_t address = wave.read(parent, 0, lane);
        if (deref.has_index()) {
            const Place& index = wave.source(step, 1);
            const unsigned unused = 64U - index.bit_size;
            const auto number =
                static_cast<std::int64_t>(wave.read(index, 0, lane) << unused) >> unused;
            address += static_cast<std::uint64_t>(number) * step.target;
        } else if (deref.deref == DerefKind::structure) {
            address += step.target;
        }
        wave.write(to, 0, lane, address);
    });
    return true;
}

bool load_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    if (intrinsic.op == IntrinsicOp::load_var) {
        const Variable& variable = *intrinsic.variables()[0];
        if (variable.mode == VariableMode::system_value) {
            return load_system_variable(wave, step, variable, nullptr);
        }
        const std::uint64_t address = wave.program->variable_memory->address(variable);
        if (const std::optional<IntrinsicOp> weights = weights_of(wave, &variable)) {
            return load_interpolated(wave, step, *weights, variable.interpolation,
                                     [=](unsigned) { return address; });
        }
        return load(wave, step, VariableMemory::space_of(variable),
                    [=](unsigned) { return address; });
    }
    const Place& pointer = wave.source(step, 0);
    const Variable* variable = variable_of(deref_source(step, 0));
    if (variable != nullptr && variable->mode == VariableMode::system_value) {
        return load_system_variable(wave, step, *variable, &pointer);
    }
    if (const std::optional<IntrinsicOp> weights = weights_of(wave, variable)) {
        return load_interpolated(wave, step, *weights, variable->interpolation,
                                 [&](unsigned lane) { return wave.read(pointer, 0, lane); });
    }
    return load(wave, step, VariableMemory::space_of(deref_source(step, 0)),
                [&](unsigned lane) { return wave.read(pointer, 0, lane); });
}

bool store_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    if (intrinsic.op == IntrinsicOp::store_var) {
        const Variable& variable = *intrinsic.variables()[0];
        const std::uint64_t address = wave.program->variable_memory->address(variable);
        return store(wave, step, VariableMemory::space_of(variable), wave.source(step, 0),
                     ~std::uint64_t{0}, [=](unsigned) { return address; });
    }
    const Place& pointer = wave.source(step, 0);
    return store(wave, step, VariableMemory::space_of(deref_source(step, 0)), wave.source(step, 1),
                 static_cast<std::uint64_t>(intrinsic.write_mask()),
                 [&](unsigned lane) { return wave.read(pointer, 0, lane); });
}

bool copy_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const bool by_name = intrinsic.op == IntrinsicOp::copy_var;
    const VariableSpace to = by_name ? VariableMemory::space_of(*intrinsic.variables()[0])
                                     : VariableMemory::space_of(deref_source(step, 0));
    const VariableSpace from = by_name ? VariableMemory::space_of(*intrinsic.variables()[1])
                                       : VariableMemory::space_of(deref_source(step, 1));
    if (from == VariableSpace::system_value) {
        return wave.fail(FaultKind::not_supported, step, "system values are loaded, not copied");
    }
    if (is_nowhere(wave, step, from) || is_nowhere(wave, step, to)) {
        return false;
    }
    const Variable* copied =
        by_name ? intrinsic.variables()[1] : variable_of(deref_source(step, 1));
    const std::optional<IntrinsicOp> weights = weights_of(wave, copied);
    const VariableMemory& memory = *wave.program->variable_memory;
    wave.extra_steps += wave.program->copies[step.target].size();
    bool is_fine = true;
    lanes_that_write(wave, to).for_each([&](unsigned lane) {
        std::array<std::uint64_t, 2> ij{};
        if (weights) {
            ij = barycentric(wave, *weights, copied->interpolation, lane, 0);
        }
        const std::uint64_t to_address = by_name ? memory.address(*intrinsic.variables()[0])
                                                 : wave.read(wave.source(step, 0), 0, lane);
        const std::uint64_t from_address =
            by_name ? memory.address(*copied) : wave.read(wave.source(step, 1), 0, lane);
        is_fine =
            copy(wave, step, to, from, to_address, from_address, lane, weights ? &ij : nullptr) &&
            is_fine;
    });
    return is_fine;
}

bool atomic_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const VariableSpace space = VariableMemory::space_of(deref_source(step, 0));
    if (is_nowhere(wave, step, space)) {
        return false;
    }
    VariableAccess access(wave, space);
    const Place& to = wave.result(step);
    const bool has_compare = intrinsic.num_sources > 2;
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const std::uint64_t address = wave.read(wave.source(step, 0), 0, lane);
        std::uint64_t old = 0;
        bool exists = access.read(address, to.bit_size, lane, old);
        if (exists && !wave.helpers.test(lane)) {
            const std::uint64_t data = wave.read(wave.source(step, has_compare ? 2 : 1), 0, lane);
            const std::uint64_t compare =
                has_compare ? wave.read(wave.source(step, 1), 0, lane) : 0;
            exists =
                access.write(address, to.bit_size, lane,
                             apply_atomic(intrinsic.atomic_op(), to.bit_size, old, data, compare));
        }
        is_fine = is_fine && (exists || wave.out_of_range(step));
        wave.write(to, 0, lane, old);
    });
    return is_fine;
}

// An input interpolated at a place that the program chooses.
bool interpolate_variable(Wave& wave, const Step& step) {
    const Place& pointer = wave.source(step, 0);
    const auto address = [&](unsigned lane) { return wave.read(pointer, 0, lane); };
    const Variable* variable = variable_of(deref_source(step, 0));
    const bool is_flat = variable == nullptr || variable->interpolation == Interpolation::flat;
    if (is_flat || wave.environment->inputs_are_interpolated) {
        return load(wave, step, VariableSpace::input, address);
    }
    const Interpolation mode = variable->interpolation == Interpolation::noperspective
                                   ? Interpolation::noperspective
                                   : Interpolation::smooth;
    const IntrinsicOp op = intrinsic_of(step).op;
    return load_interpolated(
        wave, step,
        op == IntrinsicOp::interp_deref_at_centroid ? IntrinsicOp::load_barycentric_centroid
        : op == IntrinsicOp::interp_deref_at_sample ? IntrinsicOp::load_barycentric_at_sample
                                                    : IntrinsicOp::load_barycentric_at_offset,
        mode, address);
}

// What memory a dereference points into, and how long an array without a length is.
bool question_variable(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const DerefInstruction& deref = deref_source(step, 0);
    if (intrinsic.op == IntrinsicOp::deref_mode_is) {
        const bool is_in = deref.is_in(intrinsic.memory_modes());
        wave.active.for_each(
            [&](unsigned lane) { wave.write(wave.result(step), 0, lane, is_in ? 1 : 0); });
        return true;
    }
    const VariableSpace space = VariableMemory::space_of(deref);
    const std::uint64_t stride =
        deref.type->is_array_type() ? VariableMemory::stride_of(deref.type, space) : 0;
    wave.active.for_each([&](unsigned lane) {
        const std::uint64_t address = wave.read(wave.source(step, 0), 0, lane);
        const std::uint64_t buffer = address >> kBufferShift;
        const std::uint64_t at = address & ((std::uint64_t{1} << kBufferShift) - 1);
        const auto& buffers = wave.environment->storage_buffers;
        const std::uint64_t size = buffer < buffers.size() ? buffers[buffer].size() : 0;
        wave.write(wave.result(step), 0, lane, stride != 0 && size > at ? (size - at) / stride : 0);
    });
    return true;
}

// Sets variables that begin with something: of the shader at the start, of a function at each call.
bool initialise_variables(Wave& wave, const Step& step) {
    for (std::uint32_t i = step.first; i < step.second; ++i) {
        const InitialVariable& initial = wave.program->initial_variables[i];
        VariableAccess access(wave, VariableMemory::space_of(*initial.variable));
        wave.extra_steps += initial.addresses.size();
        wave.active.for_each([&](unsigned lane) {
            for (std::size_t s = 0; s < initial.addresses.size(); ++s) {
                access.write(initial.addresses[s], initial.bit_sizes[s], lane,
                             initial.variable->initializer[s].u64);
            }
        });
    }
    return true;
}

} // namespace jacquard::nir::interpreter
