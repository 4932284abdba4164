#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace jacquard::nir {

namespace {

// Floats without a sign have the exponents of halves.
constexpr int kSmallExponentBits = 5;
constexpr int kSmallBias = 15;
constexpr int kSmallLargest = 31; // the exponent of infinities
constexpr int kSharedMantissa = 9;

std::uint64_t mask_of(unsigned bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

std::int64_t sign_extended(std::uint64_t bits, unsigned width) {
    const unsigned unused = 64 - width;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::uint64_t float_bits(double value) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

double as_double(std::uint64_t component) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(component)));
}

double linear_of(double srgb) {
    return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

double srgb_of(double linear) {
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

// Brought into a range and rounded to nearest; what is no number becomes 0.
double rounded(double value, double least, double most) {
    return std::isnan(value) ? 0.0 : std::nearbyint(std::clamp(value, least, most));
}

double decode_small_float(std::uint64_t bits, unsigned width) {
    const int mantissa_bits = static_cast<int>(width) - kSmallExponentBits;
    const auto exponent = static_cast<int>(bits >> mantissa_bits);
    const auto mantissa = static_cast<double>(bits & mask_of(static_cast<unsigned>(mantissa_bits)));
    if (exponent == kSmallLargest) {
        return mantissa == 0.0 ? std::numeric_limits<double>::infinity()
                               : std::numeric_limits<double>::quiet_NaN();
    }
    return exponent == 0 ? std::ldexp(mantissa, 1 - kSmallBias - mantissa_bits)
                         : std::ldexp(mantissa + std::ldexp(1.0, mantissa_bits),
                                      exponent - kSmallBias - mantissa_bits);
}

// Numbers below 0 become 0, finite ones that are too large the largest.
std::uint64_t encode_small_float(double value, unsigned width) {
    const int mantissa_bits = static_cast<int>(width) - kSmallExponentBits;
    const std::uint64_t infinity = std::uint64_t{kSmallLargest} << mantissa_bits;
    if (std::isnan(value)) {
        return infinity | 1;
    }
    if (value <= 0.0) {
        return 0;
    }
    if (std::isinf(value)) {
        return infinity;
    }
    const int exponent = std::max(std::ilogb(value), 1 - kSmallBias);
    // In units of the last place, of which a normal number has those of its first bit, too: a carry
    // moves into the exponent by itself.
    const auto units =
        static_cast<std::uint64_t>(std::nearbyint(std::ldexp(value, mantissa_bits - exponent)));
    const auto steps = static_cast<std::uint64_t>(exponent - (1 - kSmallBias));
    return std::min(units + (steps << mantissa_bits), infinity - 1);
}

std::uint64_t decode_float(std::uint64_t bits, unsigned width) {
    return width == 16
               ? std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(bits)))
               : bits;
}

std::uint64_t encode_float(std::uint64_t component, unsigned width) {
    return width == 16 ? float_to_half(std::bit_cast<float>(static_cast<std::uint32_t>(component)))
                       : component;
}

std::uint64_t decode_field(const TexelField& field, std::uint64_t bits) {
    const double most = static_cast<double>(mask_of(field.bits));
    const double most_signed = static_cast<double>(mask_of(field.bits - 1U));
    switch (field.kind) {
    case TexelKind::unorm: return float_bits(static_cast<double>(bits) / most);
    case TexelKind::snorm:
        return float_bits(
            std::max(static_cast<double>(sign_extended(bits, field.bits)) / most_signed, -1.0));
    case TexelKind::uscaled: return float_bits(static_cast<double>(bits));
    case TexelKind::sscaled:
        return float_bits(static_cast<double>(sign_extended(bits, field.bits)));
    case TexelKind::uint: return bits;
    case TexelKind::sint: {
        const std::int64_t value = sign_extended(bits, field.bits);
        return field.bits == 64 ? bits
                                : static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
    }
    case TexelKind::sfloat: return decode_float(bits, field.bits);
    case TexelKind::ufloat: return float_bits(decode_small_float(bits, field.bits));
    case TexelKind::srgb: return float_bits(linear_of(static_cast<double>(bits) / most));
    }
    return 0;
}

std::uint64_t encode_field(const TexelField& field, std::uint64_t component) {
    const double most = static_cast<double>(mask_of(field.bits));
    const double most_signed = static_cast<double>(mask_of(field.bits - 1U));
    const auto whole = [](double value) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    };
    switch (field.kind) {
    case TexelKind::unorm: return whole(rounded(as_double(component) * most, 0.0, most));
    case TexelKind::snorm:
        return whole(rounded(as_double(component) * most_signed, -most_signed, most_signed));
    case TexelKind::uscaled: return whole(rounded(as_double(component), 0.0, most));
    case TexelKind::sscaled:
        return whole(rounded(as_double(component), -most_signed - 1.0, most_signed));
    case TexelKind::uint:
    case TexelKind::sint: return component;
    case TexelKind::sfloat: return encode_float(component, field.bits);
    case TexelKind::ufloat: return encode_small_float(as_double(component), field.bits);
    case TexelKind::srgb: {
        const double value = as_double(component);
        return whole(rounded(std::isnan(value) ? 0.0 : srgb_of(std::clamp(value, 0.0, 1.0)) * most,
                             0.0, most));
    }
    }
    return 0;
}

// The bits of a texel, lowest first, that a field has.
std::uint64_t read_bits(std::span<const std::byte> bytes, const TexelField& field) {
    std::uint64_t bits = 0;
    const unsigned first = field.first_bit / 8U;
    const unsigned end = (field.first_bit + field.bits + 7U) / 8U;
    // Fields that are wider than a word begin at a byte.
    for (unsigned i = first; i < end; ++i) {
        bits |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * (i - first));
    }
    return (bits >> (field.first_bit % 8U)) & mask_of(field.bits);
}

void write_bits(std::span<std::byte> bytes, const TexelField& field, std::uint64_t value) {
    const std::uint64_t bits = (value & mask_of(field.bits)) << (field.first_bit % 8U);
    const unsigned first = field.first_bit / 8U;
    const unsigned end = (field.first_bit + field.bits + 7U) / 8U;
    for (unsigned i = first; i < end; ++i) {
        bytes[i] |= static_cast<std::byte>(bits >> (8 * (i - first)));
    }
}

// The field with the exponent that the others share; null where each is a number by itself.
const TexelField* shared_exponent(const TexelFormatInfo& info) {
    for (unsigned i = 0; i < info.num_fields; ++i) {
        if (info.fields[i].role == TexelRole::exponent) {
            return &info.fields[i];
        }
    }
    return nullptr;
}

void encode_shared(const TexelFormatInfo& info, const TexelField& exponent_field,
                   const TexelComponents& components, std::span<std::byte> bytes) {
    constexpr int kLargestExponent = kSmallLargest;
    const double steps = std::ldexp(1.0, kSharedMantissa);
    const double largest = (steps - 1.0) / steps * std::ldexp(1.0, kLargestExponent - kSmallBias);
    std::array<double, 4> values{};
    double most = 0.0;
    for (unsigned i = 0; i < info.num_fields; ++i) {
        const TexelField& field = info.fields[i];
        if (field.role == TexelRole::component) {
            const double value = as_double(components[field.component]);
            values[field.component] = std::isnan(value) ? 0.0 : std::clamp(value, 0.0, largest);
            most = std::max(most, values[field.component]);
        }
    }
    const int highest = most > 0.0 ? std::ilogb(most) : -kSmallBias - 1;
    int exponent = std::max(-kSmallBias - 1, highest) + 1 + kSmallBias;
    const auto in_units = [&](double value) {
        return std::floor(std::ldexp(value, kSmallBias + kSharedMantissa - exponent) + 0.5);
    };
    if (in_units(most) == steps) {
        ++exponent;
    }
    for (unsigned i = 0; i < info.num_fields; ++i) {
        const TexelField& field = info.fields[i];
        if (field.role == TexelRole::component) {
            write_bits(bytes, field, static_cast<std::uint64_t>(in_units(values[field.component])));
        }
    }
    write_bits(bytes, exponent_field, static_cast<std::uint64_t>(exponent));
}

} // namespace

std::optional<TexelFormat> find_texel_format(std::string_view name) {
    constexpr std::string_view kPrefix = "VK_FORMAT_";
    const std::string_view bare = name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
    for (std::size_t i = 0; i < kTexelFormatInfos.size(); ++i) {
        if (kTexelFormatInfos[i].name == name || kTexelFormatInfos[i].vulkan_name == bare) {
            return static_cast<TexelFormat>(i);
        }
    }
    return std::nullopt;
}

bool has_wide_components(TexelFormat format) {
    return texel_format_info(format).fields[0].bits == 64;
}

TexelComponents decode_texel(TexelFormat format, std::span<const std::byte> bytes) {
    const TexelFormatInfo& info = texel_format_info(format);
    TexelComponents components{};
    if (bytes.size() < info.bytes) {
        return components;
    }
    if (info.is_words) {
        std::array<std::uint32_t, 4> words{};
        std::memcpy(words.data(), bytes.data(), info.bytes);
        std::copy_n(words.begin(), info.num_components, components.begin());
        if (info.num_components < components.size()) {
            components[3] = info.value == TexelValue::as_float ? float_bits(1.0) : 1;
        }
        return components;
    }
    components[3] = info.value != TexelValue::as_float ? 1
                    : has_wide_components(format)      ? std::bit_cast<std::uint64_t>(1.0)
                                                       : float_bits(1.0);
    const TexelField* exponent = shared_exponent(info);
    const int shift = exponent == nullptr ? 0
                                          : static_cast<int>(read_bits(bytes, *exponent)) -
                                                kSmallBias - kSharedMantissa;
    for (unsigned i = 0; i < info.num_fields; ++i) {
        const TexelField& field = info.fields[i];
        if (field.role == TexelRole::component) {
            const std::uint64_t bits = read_bits(bytes, field);
            components[field.component] =
                exponent == nullptr ? decode_field(field, bits)
                                    : float_bits(std::ldexp(static_cast<double>(bits), shift));
        }
    }
    return components;
}

void encode_texel(TexelFormat format, const TexelComponents& components,
                  std::span<std::byte> bytes) {
    const TexelFormatInfo& info = texel_format_info(format);
    if (bytes.size() < info.bytes) {
        return;
    }
    std::fill_n(bytes.begin(), info.bytes, std::byte{0});
    if (const TexelField* exponent = shared_exponent(info)) {
        encode_shared(info, *exponent, components, bytes);
        return;
    }
    for (unsigned i = 0; i < info.num_fields; ++i) {
        const TexelField& field = info.fields[i];
        if (field.role == TexelRole::component) {
            write_bits(bytes, field, encode_field(field, components[field.component]));
        }
    }
}

} // namespace jacquard::nir
