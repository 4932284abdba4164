#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/float_assumptions.h>
#include <jacquard/spirv/translate/values/types.h>

namespace jacquard::spirv {

namespace {

constexpr std::uint32_t bit_of(FpFastMathMode mode) {
    return static_cast<std::uint32_t>(mode);
}

constexpr std::uint32_t kNoSpecial =
    bit_of(FpFastMathMode::NotNaN) | bit_of(FpFastMathMode::NotInf) | bit_of(FpFastMathMode::NSZ);
constexpr std::uint32_t kOtherwise = bit_of(FpFastMathMode::AllowContract) |
                                     bit_of(FpFastMathMode::AllowReassoc) |
                                     bit_of(FpFastMathMode::AllowTransform);

// Returns whether the flags allow all of a kind. The old flag for fast arithmetic allows
// everything.
bool allows(std::uint32_t flags, std::uint32_t kind) {
    return (flags & kind) == kind || (flags & bit_of(FpFastMathMode::Fast)) != 0;
}

std::size_t index_of(unsigned bits) {
    return bits == 16 ? 0 : bits == 32 ? 1 : 2;
}

} // namespace

void FloatAssumptions::take_default(std::uint32_t type, std::uint32_t flags) {
    const Type& of = types_.type(type);
    if (of.kind != TypeKind::scalar || of.scalar.base != nir::BaseType::float_type) {
        malformed("assumptions are made of a type of floats");
    }
    defaults_[index_of(of.scalar.bit_size)] =
        static_cast<std::uint32_t>(constants_.constant_number(flags));
}

void FloatAssumptions::keep_special(unsigned bits) {
    nir::FloatControls& floats = shader().info.float_controls;
    floats.preserve_special_16 = floats.preserve_special_16 || bits == 16;
    floats.preserve_special_32 = floats.preserve_special_32 || bits == 32;
    floats.preserve_special_64 = floats.preserve_special_64 || bits == 64;
}

void FloatAssumptions::apply() {
    const bool has_decorations = decorations().has_any(Decoration::FPFastMathMode);
    if (context().is_kernel()) {
        // Kernels keep NaNs and infinities unless an instruction says otherwise.
        has_any_ = true;
        for (const unsigned bits : {16U, 32U, 64U}) {
            keep_special(bits);
        }
        return;
    }
    for (const unsigned bits : {16U, 32U, 64U}) {
        const std::optional<std::uint32_t> flags = defaults_[index_of(bits)];
        has_any_ = has_any_ || flags.has_value();
        if (flags && !allows(*flags, kNoSpecial)) {
            keep_special(bits);
        }
    }
    has_any_ = has_any_ || has_decorations;
    if (!has_decorations) {
        return;
    }
    for (const Instruction& instruction : module().instructions) {
        const auto flags = instruction.result != 0 && instruction.type != 0
                               ? decorations().value(instruction.result, Decoration::FPFastMathMode)
                               : std::nullopt;
        if (flags && !allows(*flags, kNoSpecial)) {
            keep_special(types_.type(instruction.type).scalar.bit_size);
        }
    }
}

bool FloatAssumptions::is_exact(std::uint32_t result, const Type* type) const {
    if (!has_any_ || type == nullptr || type->scalar.base != nir::BaseType::float_type) {
        return false;
    }
    const std::optional<std::uint32_t> own =
        decorations().value(result, Decoration::FPFastMathMode);
    const std::optional<std::uint32_t> flags =
        own ? own : defaults_[index_of(type->scalar.bit_size)];
    if (context().is_kernel()) {
        return !flags.has_value() || !allows(*flags, kOtherwise);
    }
    return flags.has_value() && !allows(*flags, kOtherwise);
}

} // namespace jacquard::spirv
