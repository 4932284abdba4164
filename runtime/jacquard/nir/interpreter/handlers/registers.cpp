#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>

#include <cmath>

namespace jacquard::nir::interpreter {

namespace {

// The sign and range modifiers of a float by its bits.
std::uint64_t modify(std::uint64_t bits, unsigned bit_size, bool absolute, bool negate) {
    const std::uint64_t sign = std::uint64_t{1} << (bit_size - 1);
    if (absolute) {
        bits &= ~sign;
    }
    return negate ? bits ^ sign : bits;
}

std::uint64_t saturated(std::uint64_t bits, unsigned bit_size) {
    const std::uint64_t one = bit_size == 16   ? 0x3c00U
                              : bit_size == 32 ? 0x3f80'0000U
                                               : 0x3ff0'0000'0000'0000U;
    const std::uint64_t infinity = bit_size == 16   ? 0x7c00U
                                   : bit_size == 32 ? 0x7f80'0000U
                                                    : 0x7ff0'0000'0000'0000U;
    const bool is_nan_or_negative =
        (bits >> (bit_size - 1)) != 0 || bits > infinity; // positive floats order as their bits do
    return is_nan_or_negative ? 0 : bits > one ? one : bits;
}

bool is_element(const RegisterPlace& reg, std::int64_t number) {
    return number >= 0 && number < reg.num_elements;
}

// The offset of the element that a lane chooses; false outside of the array.
bool element_of(const Wave& wave, const Step& step, const RegisterPlace& reg, int index_source,
                unsigned lane, std::uint32_t& element) {
    std::int64_t number = intrinsic_of(step).base();
    if (index_source >= 0) {
        const auto index = wave.values.read(
            wave.values.source(step, static_cast<unsigned>(index_source)), 0, lane);
        number += static_cast<std::int32_t>(index);
    }
    if (!is_element(reg, number)) {
        return false;
    }
    element = reg.place.offset + static_cast<std::uint32_t>(number) * reg.stride;
    return true;
}

} // namespace

bool load_register(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const RegisterPlace& reg = wave.values.program->registers[step.target];
    const Place& to = wave.values.result(step);
    const int index = register_access(intrinsic.op)->index_source;
    const bool has_modifiers = intrinsic.legacy_fabs() || intrinsic.legacy_fneg();
    if (index < 0 && !has_modifiers && is_element(reg, intrinsic.base())) {
        wave.values.blend(wave.values.row(to, 0),
                          wave.values.at(reg.place.offset +
                                         static_cast<std::uint32_t>(intrinsic.base()) * reg.stride),
                          to.bytes, to.num_components, wave.lanes.active);
        return true;
    }
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        std::uint32_t element = 0;
        const bool exists = element_of(wave, step, reg, index, lane, element);
        is_fine = is_fine && (exists || wave.out_of_range(step));
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::uint64_t bits =
                exists ? ValueRows::read_row(wave.values.at(element + c * std::uint32_t{to.bytes}),
                                             to.bytes, lane)
                       : 0;
            wave.values.write(to, c, lane,
                              has_modifiers ? modify(bits, to.bit_size, intrinsic.legacy_fabs(),
                                                     intrinsic.legacy_fneg())
                                            : bits);
        }
    });
    return is_fine;
}

bool store_register(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const RegisterPlace& reg = wave.values.program->registers[step.target];
    const RegisterAccess& access = *register_access(intrinsic.op);
    const Place& from = wave.values.source(step, static_cast<unsigned>(access.value_source));
    const auto mask = static_cast<unsigned>(intrinsic.write_mask());
    const int index = access.index_source;
    const bool is_whole = mask == (1U << from.num_components) - 1;
    if (index < 0 && is_whole && !intrinsic.legacy_fsat() && is_element(reg, intrinsic.base())) {
        wave.values.blend(wave.values.at(reg.place.offset +
                                         static_cast<std::uint32_t>(intrinsic.base()) * reg.stride),
                          wave.values.row(from, 0), from.bytes, from.num_components,
                          wave.lanes.active);
        return true;
    }
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        std::uint32_t element = 0;
        if (!element_of(wave, step, reg, index, lane, element)) {
            is_fine = is_fine && wave.out_of_range(step);
            return;
        }
        for (unsigned c = 0; c < from.num_components; ++c) {
            if (((mask >> c) & 1) != 0) {
                const std::uint64_t bits = wave.values.read(from, c, lane);
                ValueRows::write_row(
                    wave.values.at(element + c * std::uint32_t{from.bytes}), from.bytes, lane,
                    intrinsic.legacy_fsat() ? saturated(bits, from.bit_size) : bits);
            }
        }
    });
    return is_fine;
}

} // namespace jacquard::nir::interpreter
