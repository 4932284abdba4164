#include <jacquard/passes/util/copies.h>
#include <jacquard/passes/util/ring_watch.h>

#include <array>

namespace jacquard::nir {
namespace {

// Returns the source component that component `c` of a copy reads.
OneComponent origin(const AluInstruction& copy, unsigned c) {
    const bool per_component = copy.info().output_components == 0;
    const AluSource& source = copy.first_source[per_component ? 0 : c];
    return {source.ssa, source.swizzle[per_component ? c : 0]};
}

} // namespace

OneComponent component_behind_copies(OneComponent read) {
    OneComponent now = read;
    RingWatch ring;
    while (const AluInstruction* copy = copy_of(*now.value)) {
        now = origin(*copy, now.component);
        if (ring.closes_at(now.value)) {
            return read;
        }
    }
    return now;
}

bool read_through_copies(AluInstruction& alu, unsigned i) {
    AluSource& source = alu.first_source[i];
    const unsigned count = alu.source_components(i);
    SsaDef* now = source.ssa;
    std::array<std::uint8_t, kMaxComponents> swizzle = source.swizzle;
    RingWatch ring;
    while (const AluInstruction* copy = copy_of(*now)) {
        std::array<std::uint8_t, kMaxComponents> further = swizzle;
        SsaDef* value = origin(*copy, swizzle[0]).value;
        bool is_one = true;
        for (unsigned c = 0; c < count && is_one; ++c) {
            const OneComponent from = origin(*copy, swizzle[c]);
            is_one = from.value == value;
            further[c] = from.component;
        }
        if (!is_one) {
            break;
        }
        if (ring.closes_at(value)) {
            return false;
        }
        now = value;
        swizzle = further;
    }
    if (now == source.ssa) {
        return false;
    }
    source.set(now);
    source.swizzle = swizzle;
    return true;
}

bool read_through_copies(Source& source) {
    SsaDef* now = source.ssa;
    RingWatch ring;
    while (const AluInstruction* copy = copy_of(*now)) {
        SsaDef* value = origin(*copy, 0).value;
        bool whole = value->num_components == copy->value.num_components;
        for (unsigned c = 0; c < copy->value.num_components && whole; ++c) {
            const OneComponent from = origin(*copy, c);
            whole = from.value == value && from.component == c;
        }
        if (!whole) {
            break;
        }
        if (ring.closes_at(value)) {
            return false;
        }
        now = value;
    }
    if (now == source.ssa) {
        return false;
    }
    source.set(now);
    return true;
}

} // namespace jacquard::nir
