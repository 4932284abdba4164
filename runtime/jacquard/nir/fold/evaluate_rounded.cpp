#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/nir/fold/evaluate_rounded.h>
#include <jacquard/support/expression/half.h>

#include <array>
#include <bit>
#include <cfenv>

namespace jacquard::nir {
namespace {

constexpr unsigned kMaxRoundedSources = 4;

class TowardZero {
  public:
    TowardZero() : before_(std::fegetround()) { std::fesetround(FE_TOWARDZERO); }
    ~TowardZero() { std::fesetround(before_); }
    TowardZero(const TowardZero&) = delete;
    TowardZero& operator=(const TowardZero&) = delete;

  private:
    int before_;
};

// Cut toward zero in single precision first, which loses nothing that a half float would keep.
void cut_to_half(ConstantValue* values, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        values[i].u64 = float_to_half_toward_zero(
            std::bit_cast<float>(static_cast<std::uint32_t>(values[i].u64)));
    }
}

// An opcode on half floats, computed as on single ones.
bool evaluate_in_single(Opcode opcode, unsigned num_components, const ConstantValue* const* sources,
                        ConstantValue* dest) {
    const OpcodeInfo& info = opcode_info(opcode);
    std::array<std::array<ConstantValue, kMaxComponents>, kMaxRoundedSources> wide;
    std::array<const ConstantValue*, kMaxRoundedSources> places{};
    if (info.num_sources > kMaxRoundedSources) {
        return false;
    }
    for (unsigned s = 0; s < info.num_sources; ++s) {
        places[s] = sources[s];
        if (info.source_types[s].bit_size != 0) {
            continue;
        }
        const unsigned count =
            info.source_components[s] != 0 ? info.source_components[s] : num_components;
        for (unsigned c = 0; c < count; ++c) {
            const float value = half_to_float(static_cast<std::uint16_t>(sources[s][c].u64));
            wide[s][c] = constant_from_float(value);
        }
        places[s] = wide[s].data();
    }
    return evaluate(opcode, 32, num_components, places.data(), dest);
}

} // namespace

bool evaluate_rounded(Opcode opcode, unsigned bit_size, unsigned num_components,
                      const ConstantValue* const* sources, ConstantValue* dest,
                      FloatControls controls) {
    const OpcodeInfo& info = opcode_info(opcode);
    const unsigned declared = info.output_type.bit_size;
    const unsigned width = declared != 0 ? declared : bit_size;
    if (!info.rounds || !controls.rounds_to_zero(width)) {
        return evaluate(opcode, bit_size, num_components, sources, dest);
    }
    const TowardZero mode;
    if (width != 16) {
        return evaluate(opcode, bit_size, num_components, sources, dest);
    }
    const bool good = declared != 0
                          ? evaluate(info.in_single, bit_size, num_components, sources, dest)
                          : evaluate_in_single(opcode, num_components, sources, dest);
    if (good) {
        cut_to_half(dest, info.output_components != 0 ? info.output_components : num_components);
    }
    return good;
}

} // namespace jacquard::nir
