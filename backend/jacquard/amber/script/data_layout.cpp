#include <jacquard/amber/script/data_layout.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace jacquard::driver::amber {

namespace {

constexpr std::size_t kVectorBytes = 16; // to which std140 rounds elements of arrays

std::size_t round_up(std::size_t size, std::size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

void add_shifted(ElementLayout& to, const ElementLayout& part, std::size_t offset) {
    for (Component component : part.components) {
        component.offset += offset;
        to.components.push_back(component);
    }
}

// A vector: three components take the room of four where something follows.
ElementLayout vector_layout(const DataType& type) {
    ElementLayout layout;
    const std::size_t bytes = type.bits / 8;
    for (unsigned row = 0; row < type.rows; ++row) {
        layout.components.push_back({row * bytes, type.kind, type.bits});
    }
    layout.size = type.rows * bytes;
    layout.alignment = (type.rows == 3 ? 4 : type.rows) * bytes;
    layout.stride = round_up(layout.size, layout.alignment);
    return layout;
}

// `count` times the same, each where the one before ends, rounded to vectors for std140.
ElementLayout array_layout(const ElementLayout& element, std::size_t count, Packing packing,
                           std::optional<std::size_t> stride) {
    ElementLayout layout;
    layout.alignment =
        packing == Packing::std140 ? std::max(element.alignment, kVectorBytes) : element.alignment;
    const std::size_t step = stride.value_or(round_up(element.size, layout.alignment));
    for (std::size_t i = 0; i < count; ++i) {
        add_shifted(layout, element, i * step);
    }
    layout.size = count * step;
    layout.stride = round_up(layout.size, layout.alignment);
    return layout;
}

ElementLayout structure_layout(std::span<const DataType> types, const DataType& type,
                               Packing packing) {
    ElementLayout layout;
    for (const DataType::Member& member : type.members) {
        const ElementLayout part =
            lay_out(types, member.type, packing, {member.array_stride, member.matrix_stride});
        std::size_t alignment = part.alignment;
        if (packing == Packing::std140 && !types[member.type].members.empty()) {
            alignment = std::max(alignment, kVectorBytes);
        }
        const std::size_t offset = member.offset.value_or(round_up(layout.size, alignment));
        add_shifted(layout, part, offset);
        layout.size = std::max(layout.size, offset + part.size);
        layout.alignment = std::max(layout.alignment, alignment);
    }
    std::stable_sort(layout.components.begin(), layout.components.end(),
                     [](const Component& a, const Component& b) { return a.offset < b.offset; });
    if (packing == Packing::std140) {
        layout.alignment = std::max(layout.alignment, kVectorBytes);
    }
    layout.size = round_up(layout.size, layout.alignment);
    layout.stride = type.stride.value_or(layout.size);
    layout.size = std::max(layout.size, layout.stride);
    return layout;
}

ScalarKind kind_of(nir::TexelKind kind) {
    switch (kind) {
    case nir::TexelKind::sfloat:
    case nir::TexelKind::ufloat: return ScalarKind::floating;
    case nir::TexelKind::sint:
    case nir::TexelKind::snorm:
    case nir::TexelKind::sscaled: return ScalarKind::signed_integer;
    default: return ScalarKind::unsigned_integer;
    }
}

double half_of(std::uint64_t bits) {
    return half_to_float(static_cast<std::uint16_t>(bits));
}

// Whether a positive number in decimals that no double holds is too small for it, not too large.
bool is_small(std::string_view digits) {
    const std::size_t exponent = digits.find_first_of("eE");
    return exponent == std::string_view::npos
               ? digits[0] == '0' || digits[0] == '.'
               : exponent + 1 < digits.size() && digits[exponent + 1] == '-';
}

// Whether a float of so many bits holds a number without making it an infinity.
bool fits(double value, unsigned bits) {
    constexpr std::uint16_t kHalfExponent = 0x7c00;
    if (!std::isfinite(value)) {
        return true;
    }
    return bits == 16   ? (double_to_half(value) & kHalfExponent) != kHalfExponent
           : bits == 32 ? std::isfinite(static_cast<float>(value))
                        : true;
}

} // namespace

ElementLayout lay_out(nir::TexelFormat format) {
    const nir::TexelFormatInfo& info = nir::texel_format_info(format);
    ElementLayout layout;
    layout.format = format;
    layout.size = layout.stride = info.bytes;
    const auto fields = std::span(info.fields).first(info.num_fields);
    const bool has_bytes =
        info.vulkan_name.find("_PACK") == std::string_view::npos &&
        std::all_of(fields.begin(), fields.end(), [](const nir::TexelField& field) {
            return field.role == nir::TexelRole::component && field.bits % 8 == 0 &&
                   field.first_bit % 8 == 0 && std::has_single_bit(unsigned{field.bits});
        });
    if (!has_bytes) {
        layout.components.push_back({0, ScalarKind::unsigned_integer, unsigned{info.bytes} * 8});
        return layout;
    }
    for (const nir::TexelField& field : fields) {
        layout.components.push_back(
            {field.first_bit / std::size_t{8}, kind_of(field.kind), field.bits});
    }
    return layout;
}

ElementLayout lay_out(std::span<const DataType> types, std::size_t number, Packing packing,
                      const LayoutOverrides& overrides) {
    const DataType& type = types[number];
    if (type.format) {
        return lay_out(*type.format);
    }
    ElementLayout layout;
    if (!type.members.empty()) {
        layout = structure_layout(types, type, packing);
    } else if (type.columns == 1) {
        layout = vector_layout(type);
    } else {
        DataType column = type;
        column.columns = 1;
        layout =
            array_layout(vector_layout(column), type.columns, packing, overrides.matrix_stride);
    }
    if (type.array && *type.array != 0) {
        return array_layout(layout, *type.array, packing, overrides.array_stride);
    }
    if (type.array) {
        const ElementLayout each = array_layout(layout, 1, packing, overrides.array_stride);
        layout.stride = each.size;
        layout.alignment = each.alignment;
    }
    return layout;
}

std::optional<std::size_t> overlap_of(const ElementLayout& layout) {
    std::size_t end = 0;
    for (const Component& component : layout.components) {
        if (component.offset < end) {
            return component.offset;
        }
        end = component.offset + component.bytes();
    }
    return end > layout.stride ? std::optional(layout.stride) : std::nullopt;
}

double Number::as_double() const {
    switch (kind) {
    case ScalarKind::floating: return floating;
    case ScalarKind::signed_integer: return static_cast<double>(integer);
    case ScalarKind::unsigned_integer: break;
    }
    return static_cast<double>(static_cast<std::uint64_t>(integer));
}

std::string Number::text() const {
    if (kind == ScalarKind::signed_integer) {
        return std::to_string(integer);
    }
    if (kind == ScalarKind::unsigned_integer) {
        return std::to_string(static_cast<std::uint64_t>(integer));
    }
    std::array<char, 64> letters{};
    std::snprintf(letters.data(), letters.size(), "%.9g", floating);
    return letters.data();
}

bool read_number(std::string_view text, ScalarKind kind, unsigned bits, Number& number) {
    number = {kind, 0.0, 0};
    std::string_view digits = text;
    const bool is_negative = digits.starts_with('-');
    if (is_negative || digits.starts_with('+')) {
        digits.remove_prefix(1);
    }
    const bool is_hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    digits.remove_prefix(is_hexadecimal ? 2 : 0);
    const char* const last = digits.data() + digits.size();
    if (digits.empty() || digits[0] == '-' || digits[0] == '+') {
        return false;
    }
    if (kind == ScalarKind::floating && !is_hexadecimal) {
        const auto [end, fault] = std::from_chars(digits.data(), last, number.floating);
        if (end != last) {
            return false;
        }
        if (fault == std::errc::result_out_of_range) {
            if (!is_small(digits)) {
                return false;
            }
            number.floating = 0.0;
        } else if (fault != std::errc{} || !fits(number.floating, bits)) {
            return false;
        }
        number.floating = is_negative ? -number.floating : number.floating;
        return true;
    }
    std::uint64_t magnitude = 0;
    const auto [end, fault] =
        std::from_chars(digits.data(), last, magnitude, is_hexadecimal ? 16 : 10);
    if (fault != std::errc{} || end != last) {
        return false;
    }
    if (kind == ScalarKind::floating) {
        number.floating = static_cast<double>(magnitude) * (is_negative ? -1.0 : 1.0);
        return true;
    }
    // An unsigned component may be written as the signed number with its bits, and the reverse.
    const std::uint64_t most = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    if (magnitude > (is_negative ? most / 2 + 1 : most)) {
        return false;
    }
    std::uint64_t value = is_negative ? std::uint64_t{0} - magnitude : magnitude;
    const unsigned unused = 64 - std::min(bits, 64U);
    value <<= unused;
    number.integer = kind == ScalarKind::signed_integer
                         ? static_cast<std::int64_t>(value) >> unused
                         : static_cast<std::int64_t>(value >> unused);
    return true;
}

Number load(const Component& component, std::span<const std::byte> element) {
    std::uint64_t bits = 0;
    if (component.offset + component.bytes() > element.size()) {
        return {component.kind};
    }
    std::memcpy(&bits, element.data() + component.offset, component.bytes());
    Number number{component.kind, 0.0, static_cast<std::int64_t>(bits)};
    if (component.kind == ScalarKind::floating) {
        number.floating =
            component.bits == 16 ? half_of(bits)
            : component.bits == 64
                ? std::bit_cast<double>(bits)
                : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    } else if (component.kind == ScalarKind::signed_integer) {
        const unsigned unused = 64 - component.bits;
        number.integer = static_cast<std::int64_t>(bits << unused) >> unused;
    }
    return number;
}

void store(const Component& component, const Number& number, std::span<std::byte> element) {
    std::uint64_t bits = static_cast<std::uint64_t>(number.integer);
    if (component.kind == ScalarKind::floating) {
        const auto single = static_cast<float>(number.as_double());
        bits = component.bits == 16   ? double_to_half(number.as_double())
               : component.bits == 64 ? std::bit_cast<std::uint64_t>(number.as_double())
                                      : std::bit_cast<std::uint32_t>(single);
    }
    if (component.offset + component.bytes() <= element.size()) {
        std::memcpy(element.data() + component.offset, &bits, component.bytes());
    }
}

} // namespace jacquard::driver::amber
