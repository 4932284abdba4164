#include <jacquard/nir/interpreter/atomic.h>
#include <jacquard/nir/interpreter/handlers.h>

#include <optional>

namespace jacquard::nir::interpreter {

namespace {

enum class Region : std::uint8_t {
    constant_buffer,
    storage_buffer,
    uniforms,
    push_constants,
    constant_data,
    kernel_inputs,
    shared,
    task_payload,
    scratch,
    global,
};

// Where the sources of an access are; -1: it has none.
struct Form {
    Region region;
    std::int8_t buffer = -1;
    std::int8_t offset = -1;
    std::int8_t value = -1;         // stored, or the data of an atomic
    std::int8_t compare = -1;       // what an exchange expects
    std::int8_t second_offset = -1; // added to an address
    bool counts_elements = false;   // the second offset
};

Form form_of(IntrinsicOp op) {
    using enum IntrinsicOp;
    switch (op) {
    case load_ubo: return {Region::constant_buffer, 0, 1};
    case load_ssbo:
    case load_ssbo_ir3: return {Region::storage_buffer, 0, 1};
    case store_ssbo:
    case store_ssbo_ir3: return {Region::storage_buffer, 1, 2, 0};
    case ssbo_atomic:
    case ssbo_atomic_ir3: return {Region::storage_buffer, 0, 1, 2};
    case ssbo_atomic_swap:
    case ssbo_atomic_swap_ir3: return {Region::storage_buffer, 0, 1, 3, 2};
    case load_uniform: return {Region::uniforms, -1, 0};
    case load_push_constant: return {Region::push_constants, -1, 0};
    case load_constant: return {Region::constant_data, -1, 0};
    case load_kernel_input: return {Region::kernel_inputs, -1, 0};
    case load_shared:
    case load_shared_ir3: return {Region::shared, -1, 0};
    case store_shared:
    case store_shared_ir3: return {Region::shared, -1, 1, 0};
    case shared_atomic: return {Region::shared, -1, 0, 1};
    case shared_atomic_swap: return {Region::shared, -1, 0, 2, 1};
    case load_task_payload: return {Region::task_payload, -1, 0};
    case store_task_payload: return {Region::task_payload, -1, 1, 0};
    case task_payload_atomic: return {Region::task_payload, -1, 0, 1};
    case task_payload_atomic_swap: return {Region::task_payload, -1, 0, 2, 1};
    case load_scratch: return {Region::scratch, -1, 0};
    case store_scratch: return {Region::scratch, -1, 1, 0};
    case load_global:
    case load_global_2x32:
    case load_global_constant: return {Region::global, -1, 0};
    case load_global_constant_offset:
    case load_global_constant_bounded: return {Region::global, -1, 0, -1, -1, 1};
    case load_global_ir3: return {Region::global, -1, 0, -1, -1, 1, true};
    case store_global:
    case store_global_2x32: return {Region::global, -1, 1, 0};
    case store_global_ir3: return {Region::global, -1, 1, 0, -1, 2, true};
    case global_atomic:
    case global_atomic_2x32:
    case global_atomic_ir3: return {Region::global, -1, 0, 1};
    case global_atomic_swap:
    case global_atomic_swap_2x32:
    case global_atomic_swap_ir3: return {Region::global, -1, 0, 2, 1};
    default: return {Region::shared};
    }
}

struct Bytes {
    const std::byte* first = nullptr;
    std::byte* writable = nullptr; // null where nothing may be written
    std::uint64_t size = 0;
};

template <typename Buffers>
Bytes buffer_of(const Buffers& buffers, std::uint64_t number) {
    if (number >= buffers.size()) {
        return {};
    }
    const auto& buffer = buffers[static_cast<std::size_t>(number)];
    if constexpr (std::is_const_v<std::remove_reference_t<decltype(buffer[0])>>) {
        return {buffer.data(), nullptr, buffer.size()};
    } else {
        return {buffer.data(), buffer.data(), buffer.size()};
    }
}

// The memory that an access of one lane goes to.
Bytes memory_of(Wave& wave, const Step& step, const Form& form, unsigned lane) {
    const Environment& around = *wave.environment;
    const std::uint64_t number =
        form.buffer < 0 ? 0
                        : wave.read(wave.source(step, static_cast<unsigned>(form.buffer)), 0, lane);
    const auto writable = [](std::span<std::byte> bytes) {
        return Bytes{bytes.data(), bytes.data(), bytes.size()};
    };
    const auto constant = [](std::span<const std::byte> bytes) {
        return Bytes{bytes.data(), nullptr, bytes.size()};
    };
    switch (form.region) {
    case Region::constant_buffer: return buffer_of(around.constant_buffers, number);
    case Region::storage_buffer: return buffer_of(around.storage_buffers, number);
    case Region::uniforms: return constant(around.uniforms);
    case Region::push_constants: return constant(around.push_constants);
    case Region::constant_data: return constant(wave.constant_data());
    case Region::kernel_inputs: return constant(around.kernel_inputs);
    case Region::shared: return writable(around.shared);
    case Region::task_payload: return writable(around.task_payload);
    case Region::scratch: {
        const std::size_t size = wave.program->scratch_bytes;
        return writable(std::span(wave.scratch).subspan(lane * size, size));
    }
    case Region::global: return writable(around.global);
    }
    return {};
}

// Bytes of what is loaded or stored.
unsigned element_bytes(const Wave& wave, const Step& step, const Form& form) {
    return form.value < 0 ? wave.result(step).bytes
                          : wave.source(step, static_cast<unsigned>(form.value)).bytes;
}

// Where an access of one lane begins, counted from the start of its memory.
std::uint64_t address_of(const Wave& wave, const Step& step, const Form& form, unsigned lane) {
    const Place& source = wave.source(step, static_cast<unsigned>(form.offset));
    std::uint64_t address = wave.read(source, 0, lane);
    if (form.region == Region::global) {
        if (source.num_components == 2 && source.bit_size == 32) {
            address |= wave.read(source, 1, lane) << 32;
        }
        if (form.second_offset >= 0) {
            const auto second = static_cast<unsigned>(form.second_offset);
            const std::uint64_t more = wave.read(wave.source(step, second), 0, lane);
            address += form.counts_elements ? more * element_bytes(wave, step, form) : more;
        }
        address += static_cast<std::uint64_t>(intrinsic_of(step).base());
        return address - wave.environment->global_address;
    }
    address += static_cast<std::uint64_t>(intrinsic_of(step).base());
    return form.region == Region::uniforms ? address * 16 : address; // by slots
}

bool is_inside(const Bytes& memory, std::uint64_t address, unsigned bytes) {
    return address <= memory.size && bytes <= memory.size - address;
}

std::uint64_t read_bytes(const std::byte* from, unsigned bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, bytes);
    return bits;
}

// Calls load(lane, write) for the active lanes, once for all where the sources are the same and so
// is the memory; write(component, bits) gives what was loaded to the lanes it is meant for.
template <typename Load>
void load_lanes(Wave& wave, const Step& step, bool has_shared_memory, Load&& load) {
    const Place& to = wave.result(step);
    bool is_uniform = has_shared_memory;
    for (unsigned i = 0; is_uniform && i < intrinsic_of(step).num_sources; ++i) {
        is_uniform = wave.is_uniform(step, i);
    }
    if (is_uniform) {
        load(wave.active.lowest(),
             [&](unsigned c, std::uint64_t bits) { wave.write_active(to, c, bits); });
        return;
    }
    wave.active.for_each([&](unsigned lane) {
        load(lane, [&](unsigned c, std::uint64_t bits) { wave.write(to, c, lane, bits); });
    });
}

} // namespace

bool load_memory(Wave& wave, const Step& step) {
    const Form form = form_of(intrinsic_of(step).op);
    const bool is_bounded = intrinsic_of(step).op == IntrinsicOp::load_global_constant_bounded;
    const Place& to = wave.result(step);
    bool is_fine = true;
    load_lanes(wave, step, form.region != Region::scratch, [&](unsigned lane, auto&& write) {
        const Bytes memory = memory_of(wave, step, form, lane);
        const std::uint64_t address = address_of(wave, step, form, lane);
        // Beyond the bound everything is 0, which is no fault.
        const bool is_beyond = is_bounded && wave.read(wave.source(step, 1), 0, lane) +
                                                     std::uint64_t{to.bytes} * to.num_components >
                                                 wave.read(wave.source(step, 2), 0, lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::uint64_t at = address + c * std::uint64_t{to.bytes};
            const bool exists = !is_beyond && is_inside(memory, at, to.bytes);
            is_fine = is_fine && (exists || is_beyond || wave.out_of_range(step));
            write(c, exists ? read_bytes(memory.first + at, to.bytes) : 0);
        }
    });
    return is_fine;
}

bool store_memory(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Form form = form_of(intrinsic.op);
    const Place& from = wave.source(step, static_cast<unsigned>(form.value));
    const std::uint64_t mask = intrinsic.has_write_mask()
                                   ? static_cast<std::uint64_t>(intrinsic.write_mask())
                                   : ~std::uint64_t{0};
    bool is_fine = true;
    // Stores that lanes see in their own memory are made by helpers too.
    const LaneMask lanes = form.region == Region::scratch ? wave.active : wave.writing();
    lanes.for_each([&](unsigned lane) {
        const Bytes memory = memory_of(wave, step, form, lane);
        const std::uint64_t address = address_of(wave, step, form, lane);
        for (unsigned c = 0; c < from.num_components; ++c) {
            if (((mask >> c) & 1) == 0) {
                continue;
            }
            const std::uint64_t at = address + c * std::uint64_t{from.bytes};
            if (!is_inside(memory, at, from.bytes) || memory.writable == nullptr) {
                is_fine = is_fine && wave.out_of_range(step);
                continue;
            }
            const std::uint64_t bits = wave.read(from, c, lane);
            std::memcpy(memory.writable + at, &bits, from.bytes);
        }
    });
    return is_fine;
}

// One lane after the other. Helpers read and leave memory as it is.
bool atomic_memory(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Form form = form_of(intrinsic.op);
    const Place& to = wave.result(step);
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const Bytes memory = memory_of(wave, step, form, lane);
        const std::uint64_t address = address_of(wave, step, form, lane);
        if (!is_inside(memory, address, to.bytes) || memory.writable == nullptr) {
            is_fine = is_fine && wave.out_of_range(step);
            wave.write(to, 0, lane, 0);
            return;
        }
        const std::uint64_t old = read_bytes(memory.first + address, to.bytes);
        if (!wave.helpers.test(lane)) {
            const std::uint64_t data =
                wave.read(wave.source(step, static_cast<unsigned>(form.value)), 0, lane);
            const std::uint64_t compare =
                form.compare < 0
                    ? 0
                    : wave.read(wave.source(step, static_cast<unsigned>(form.compare)), 0, lane);
            const std::uint64_t bits =
                apply_atomic(intrinsic.atomic_op(), to.bit_size, old, data, compare);
            std::memcpy(memory.writable + address, &bits, to.bytes);
        }
        wave.write(to, 0, lane, old);
    });
    return is_fine;
}

bool buffer_size(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    const bool is_constant = intrinsic_of(step).op == IntrinsicOp::get_ubo_size;
    wave.active.for_each([&](unsigned lane) {
        const std::uint64_t number = wave.read(wave.source(step, 0), 0, lane);
        wave.write(wave.result(step), 0, lane,
                   is_constant ? buffer_of(around.constant_buffers, number).size
                               : buffer_of(around.storage_buffers, number).size);
    });
    return true;
}

bool load_ubo_vec4(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Place& to = wave.result(step);
    bool is_fine = true;
    load_lanes(wave, step, true, [&](unsigned lane, auto&& write) {
        const Bytes memory =
            buffer_of(wave.environment->constant_buffers, wave.read(wave.source(step, 0), 0, lane));
        const std::int64_t vector =
            intrinsic.base() + static_cast<std::int32_t>(wave.read(wave.source(step, 1), 0, lane));
        const auto first = static_cast<std::uint64_t>(vector) * 16 +
                           static_cast<std::uint64_t>(intrinsic.component()) * to.bytes;
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::uint64_t at = first + c * std::uint64_t{to.bytes};
            const bool exists = vector >= 0 && is_inside(memory, at, to.bytes);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            write(c, exists ? read_bytes(memory.first + at, to.bytes) : 0);
        }
    });
    return is_fine;
}

// The constant file is addressed in 32-bit components.
bool load_constant_file(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Place& to = wave.result(step);
    const std::span<const std::uint32_t> file = wave.environment->constant_file;
    bool is_fine = true;
    load_lanes(wave, step, true, [&](unsigned lane, auto&& write) {
        const std::int64_t first =
            intrinsic.base() + static_cast<std::int32_t>(wave.read(wave.source(step, 0), 0, lane));
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::int64_t at = first + c;
            const bool exists = at >= 0 && at < static_cast<std::int64_t>(file.size());
            is_fine = is_fine && (exists || wave.out_of_range(step));
            write(c, exists ? file[static_cast<std::size_t>(at)] : 0);
        }
    });
    return is_fine;
}

// The same for all lanes; the first one's value is written.
bool store_constant_file(Wave& wave, const Step& step) {
    const Place& from = wave.source(step, 0);
    const std::span<std::uint32_t> file = wave.environment->constant_file;
    const unsigned lane = wave.active.lowest();
    bool is_fine = true;
    for (unsigned c = 0; c < from.num_components && lane < wave.lanes; ++c) {
        const auto at = static_cast<std::uint64_t>(intrinsic_of(step).base()) + c;
        if (at < file.size()) {
            file[static_cast<std::size_t>(at)] =
                static_cast<std::uint32_t>(wave.read(from, c, lane));
        } else {
            is_fine = wave.out_of_range(step);
        }
    }
    return is_fine;
}

// Words from constants, a constant buffer or an address to the constant file, as the first active
// lane says: `base` and `range` count vectors of four.
bool copy_to_constant_file(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Environment& around = *wave.environment;
    const unsigned lane = wave.active.lowest();
    if (lane >= wave.lanes) {
        return true;
    }
    Bytes memory;
    std::uint64_t from = 0;
    if (intrinsic.op == IntrinsicOp::copy_ubo_to_uniform_ir3) {
        memory = buffer_of(around.constant_buffers, wave.read(wave.source(step, 0), 0, lane));
        from = wave.read(wave.source(step, 1), 0, lane) * 16;
    } else if (intrinsic.op == IntrinsicOp::copy_push_const_to_uniform_ir3) {
        memory = {around.push_constants.data(), nullptr, around.push_constants.size()};
        from = wave.read(wave.source(step, 0), 0, lane) * 4;
    } else {
        const Place& address = wave.source(step, 0);
        memory = {around.global.data(), nullptr, around.global.size()};
        from = (wave.read(address, 0, lane) | wave.read(address, 1, lane) << 32) -
               around.global_address + static_cast<std::uint64_t>(intrinsic.range_base());
    }
    bool is_fine = true;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(intrinsic.range()) * 4; ++i) {
        const std::uint64_t at = static_cast<std::uint64_t>(intrinsic.base()) * 4 + i;
        if (at >= around.constant_file.size() || !is_inside(memory, from + i * 4, 4)) {
            is_fine = wave.out_of_range(step);
            break;
        }
        around.constant_file[static_cast<std::size_t>(at)] =
            static_cast<std::uint32_t>(read_bytes(memory.first + from + i * 4, 4));
    }
    return is_fine;
}

} // namespace jacquard::nir::interpreter
