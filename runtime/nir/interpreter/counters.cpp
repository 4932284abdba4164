#include <jacquard/nir/interpreter/handlers.h>

#include <algorithm>

namespace jacquard::nir::interpreter {

namespace {

// What a counter that holds `old` holds afterwards.
std::uint32_t changed(IntrinsicOp op, std::uint32_t old, std::uint32_t data, std::uint32_t last) {
    using enum IntrinsicOp;
    switch (op) {
    case atomic_counter_inc:
    case atomic_counter_inc_deref: return old + 1;
    case atomic_counter_pre_dec:
    case atomic_counter_pre_dec_deref:
    case atomic_counter_post_dec:
    case atomic_counter_post_dec_deref: return old - 1;
    case atomic_counter_add:
    case atomic_counter_add_deref: return old + data;
    case atomic_counter_min:
    case atomic_counter_min_deref: return std::min(old, data);
    case atomic_counter_max:
    case atomic_counter_max_deref: return std::max(old, data);
    case atomic_counter_and:
    case atomic_counter_and_deref: return old & data;
    case atomic_counter_or:
    case atomic_counter_or_deref: return old | data;
    case atomic_counter_xor:
    case atomic_counter_xor_deref: return old ^ data;
    case atomic_counter_exchange:
    case atomic_counter_exchange_deref: return data;
    case atomic_counter_comp_swap:
    case atomic_counter_comp_swap_deref: return old == data ? last : old;
    default: return old; // read
    }
}

} // namespace

// Counters are numbered by their offset in bytes, four to each, `base` added.
bool change_counter(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const std::span<std::uint32_t> counters = wave.environment->atomic_counters;
    const bool gives_new_value = intrinsic.op == IntrinsicOp::atomic_counter_pre_dec ||
                                 intrinsic.op == IntrinsicOp::atomic_counter_pre_dec_deref;
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const auto word = [&](unsigned source) {
            return intrinsic.num_sources > source
                       ? static_cast<std::uint32_t>(wave.read(wave.source(step, source), 0, lane))
                       : 0;
        };
        const std::uint64_t at =
            (word(0) + static_cast<std::uint64_t>(intrinsic.has_base() ? intrinsic.base() : 0)) / 4;
        std::uint32_t old = 0;
        std::uint32_t now = 0;
        if (at < counters.size()) {
            old = counters[static_cast<std::size_t>(at)];
            now = changed(intrinsic.op, old, word(1), word(2));
            if (!wave.helpers.test(lane)) {
                counters[static_cast<std::size_t>(at)] = now;
            }
        } else {
            is_fine = is_fine && wave.out_of_range(step);
        }
        wave.write(wave.result(step), 0, lane, gives_new_value ? now : old);
    });
    return is_fine;
}

} // namespace jacquard::nir::interpreter
