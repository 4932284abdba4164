#include <jacquard/passes/steps/copies.h>

#include <array>

namespace jacquard::nir {
namespace {

// What component `c` of a copy is of what was copied.
OneComponent origin(const AluInstruction& copy, unsigned c) {
    const bool per_component = copy.info().output_components == 0;
    const AluSource& source = copy.first_source[per_component ? 0 : c];
    return {source.ssa, source.swizzle[per_component ? c : 0]};
}

} // namespace

OneComponent copied_component(OneComponent read) {
    while (const AluInstruction* copy = copy_of(*read.value)) {
        read = origin(*copy, read.component);
    }
    return read;
}

bool read_through_copies(AluInstruction& alu, unsigned i) {
    AluSource& source = alu.first_source[i];
    bool changed = false;
    while (const AluInstruction* copy = copy_of(*source.ssa)) {
        const unsigned count = alu.source_components(i);
        std::array<std::uint8_t, kMaxComponents> swizzle = source.swizzle;
        SsaDef* value = origin(*copy, swizzle[0]).value;
        for (unsigned c = 0; c < count; ++c) {
            const OneComponent from = origin(*copy, source.swizzle[c]);
            if (from.value != value) {
                return changed;
            }
            swizzle[c] = from.component;
        }
        source.set(value);
        source.swizzle = swizzle;
        changed = true;
    }
    return changed;
}

bool read_through_copies(Source& source) {
    bool changed = false;
    while (const AluInstruction* copy = copy_of(*source.ssa)) {
        SsaDef* value = origin(*copy, 0).value;
        bool whole = value->num_components == copy->value.num_components;
        for (unsigned c = 0; c < copy->value.num_components && whole; ++c) {
            const OneComponent from = origin(*copy, c);
            whole = from.value == value && from.component == c;
        }
        if (!whole) {
            break;
        }
        source.set(value);
        changed = true;
    }
    return changed;
}

} // namespace jacquard::nir
