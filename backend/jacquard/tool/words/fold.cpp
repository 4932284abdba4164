#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/frame/hex_digits.h>
#include <jacquard/tool/words/fold.h>

#include <algorithm>
#include <cstdint>
#include <span>

namespace jacquard::driver {

namespace {

using nir::ConstantValue;
using nir::kMaxComponents;

std::string quoted(std::string_view text) {
    return '\'' + std::string(text) + '\'';
}

std::string unknown_opcode(std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(nir::kNumOpcodes);
    for (unsigned i = 0; i < nir::kNumOpcodes; ++i) {
        names.push_back(nir::opcode_info(static_cast<nir::Opcode>(i)).name);
    }
    return "unknown opcode " + quoted(name) + suggestion(name, names);
}

bool has_unsized_operand(const nir::OpcodeInfo& info) {
    bool unsized = info.output_type.bit_size == 0;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        unsized = unsized || info.source_types[i].bit_size == 0;
    }
    return unsized;
}

unsigned count_components(std::string_view text) {
    unsigned count = 1;
    for (const char c : text) {
        count += c == ',' ? 1U : 0U;
    }
    return count;
}

// Past the value of every digit.
constexpr std::uint8_t kNoDigit = 16;

constexpr std::array<std::uint8_t, 256> kDigitValues = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoDigit);
    for (std::uint8_t i = 0; i < 10; ++i) {
        values['0' + i] = i;
    }
    for (std::uint8_t i = 0; i < 6; ++i) {
        values['a' + i] = values['A' + i] = static_cast<std::uint8_t>(10 + i);
    }
    return values;
}();

std::uint8_t digit_value(char c) {
    return kDigitValues[static_cast<unsigned char>(c)];
}

std::string_view without_prefix(std::string_view digits) {
    if (digits.size() > 1 && digits[0] == '0' && (digits[1] | ' ') == 'x') {
        digits.remove_prefix(2);
    }
    return digits;
}

// Takes the hex digits from the front of `text`. Nothing when there are none, or when their number
// is larger than `most`.
std::optional<std::uint64_t> take_hex(std::string_view& text, std::uint64_t most) {
    std::string_view digits = without_prefix(text);
    std::uint64_t bits = 0;
    std::size_t size = 0;
    for (; size < digits.size(); ++size) {
        const std::uint8_t digit = digit_value(digits[size]);
        if (digit == kNoDigit) {
            break;
        }
        if (bits >> 60 != 0) {
            return std::nullopt;
        }
        bits = bits << 4 | digit;
    }
    if (size == 0 || bits > most) {
        return std::nullopt;
    }
    text = digits.substr(size);
    return bits;
}

// Returns why `text` is no component of `bit_size` bits.
std::string component_fault(std::string_view text, unsigned bit_size) {
    if (!parse_number<std::uint64_t>(without_prefix(text), 16)) {
        return quoted(text) + " is not a number of hex digits";
    }
    return quoted(text) + " does not fit into " + std::to_string(bit_size) +
           (bit_size == 1 ? " bit" : " bits");
}

// Returns why `text`, whose first `good` components can be read, is no source.
std::string source_fault(std::string_view text, unsigned num_components, unsigned bit_size,
                         unsigned good) {
    const unsigned given = count_components(text);
    if (given != num_components) {
        return "has " + std::to_string(given) + (given == 1 ? " component" : " components") +
               " where " + std::to_string(num_components) + (num_components == 1 ? " is" : " are") +
               " expected";
    }
    for (unsigned i = 0; i < good; ++i) {
        text.remove_prefix(text.find(',') + 1);
    }
    return "component " + std::to_string(good) + ": " +
           component_fault(text.substr(0, text.find(',')), bit_size);
}

template <unsigned kDigits>
bool read_digits(const char* text, std::uint64_t& value) {
    if constexpr (kDigits == 16) {
        std::uint64_t high = 0;
        const bool is_good = read_hex_digits<std::uint64_t>(text, high) &&
                             read_hex_digits<std::uint64_t>(text + 8, value);
        value |= high << 32;
        return is_good;
    } else if constexpr (kDigits == 8) {
        return read_hex_digits<std::uint64_t>(text, value);
    } else if constexpr (kDigits == 4) {
        return read_hex_digits<std::uint32_t>(text, value);
    } else if constexpr (kDigits == 2) {
        const unsigned high = digit_value(text[0]);
        const unsigned low = digit_value(text[1]);
        value = high << 4 | low;
        return ((high | low) & kNoDigit) == 0;
    } else {
        value = static_cast<unsigned char>(text[0] - '0');
        return value <= 1;
    }
}

template <unsigned kDigits>
bool parse_whole_digits(std::string_view text, unsigned num_components, ConstantValue* values) {
    if (text.size() + 1 != std::size_t{num_components} * (kDigits + 1)) {
        return false;
    }
    const char* digits = text.data();
    for (unsigned i = 0; i < num_components; ++i, digits += kDigits + 1) {
        if ((i != 0 && digits[-1] != ',') || !read_digits<kDigits>(digits, values[i].u64)) {
            return false;
        }
    }
    return true;
}

// A source as most are written: each component with all digits that its width has. False where it
// is another.
bool parse_whole(std::string_view text, unsigned num_components, unsigned bit_size,
                 ConstantValue* values) {
    switch (bit_size) {
    case 1: return parse_whole_digits<1>(text, num_components, values);
    case 8: return parse_whole_digits<2>(text, num_components, values);
    case 16: return parse_whole_digits<4>(text, num_components, values);
    case 32: return parse_whole_digits<8>(text, num_components, values);
    case 64: return parse_whole_digits<16>(text, num_components, values);
    default: return false;
    }
}

// Returns the fault of the source, or "" if it is good.
std::string parse_source(std::string_view text, unsigned num_components, unsigned bit_size,
                         std::array<ConstantValue, kMaxComponents>& values) {
    if (parse_whole(text, num_components, bit_size, values.data())) {
        return {};
    }
    std::string_view rest = text;
    const std::uint64_t most = nir::mask_of_bits(bit_size);
    for (unsigned i = 0; i < num_components; ++i) {
        const std::optional<std::uint64_t> bits = take_hex(rest, most);
        const bool is_last = i + 1 == num_components;
        if (!bits || (is_last ? !rest.empty() : !rest.starts_with(','))) {
            return source_fault(text, num_components, bit_size, i);
        }
        values[i] = nir::constant_from_bits(*bits, bit_size);
        rest.remove_prefix(is_last ? 0 : 1);
    }
    return {};
}

// The text of a component goes to `to`; behind it. Eight more letters may be written than it has.
char* write_component(char* to, std::uint64_t value, unsigned bit_size) {
    if (bit_size == 64) {
        write_hex_digits(to, static_cast<std::uint32_t>(value >> 32));
        write_hex_digits(to + 8, static_cast<std::uint32_t>(value));
        return to + 16;
    }
    const unsigned digits = std::max(1U, bit_size / 4);
    write_hex_digits(to, static_cast<std::uint32_t>(value << (32 - 4 * digits)));
    return to + digits;
}

// A number of one digit, as most are, or of more.
std::optional<unsigned> parse_count(std::string_view text) {
    if (text.size() == 1 && is_digit(text[0])) {
        return static_cast<unsigned>(text[0] - '0');
    }
    return parse_number<unsigned>(text);
}

} // namespace

bool Folder::find_opcode(std::string_view name) {
    if (opcode_ && name == name_) {
        return true;
    }
    opcode_ = nir::find_opcode(name);
    if (opcode_) {
        const nir::OpcodeInfo& info = nir::opcode_info(*opcode_);
        name_ = info.name;
        is_unsized_ = has_unsized_operand(info);
    }
    return opcode_.has_value();
}

std::string Folder::fold(const FoldRequest& request, std::string& text) {
    if (!find_opcode(request.opcode)) {
        return unknown_opcode(request.opcode);
    }
    const nir::OpcodeInfo& info = nir::opcode_info(*opcode_);
    if (request.bits != bits_text_) {
        bits_ = parse_number<unsigned>(request.bits);
        bits_text_ = request.bits;
    }
    std::optional<unsigned> bits = bits_;
    if (!bits || (*bits != 0 && !nir::is_valid_bit_size(*bits))) {
        return "bad bit size " + quoted(request.bits) + ", expected 1, 8, 16, 32, 64, or 0";
    }
    if (is_unsized_ && *bits == 0) {
        bits = info.former_width;
        if (*bits == 0) {
            return quoted(info.name) + " needs a bit size";
        }
    }
    std::optional<unsigned> components = parse_count(request.components);
    if (!components || !nir::is_valid_component_count(*components)) {
        return "bad number of components " + quoted(request.components) +
               ", expected 1 to 5, 8 or 16";
    }
    // If the result has a component count of its own, the count of a source is accepted too.
    if (info.output_components != 0 &&
        std::ranges::count(std::span(info.source_components).first(info.num_sources),
                           *components) != 0) {
        components = info.output_components;
    }
    if (info.output_components != 0 && info.output_components != *components) {
        return quoted(info.name) + " gives " + std::to_string(info.output_components) +
               (info.output_components == 1 ? " component" : " components");
    }
    if (request.sources.size() != info.num_sources || info.num_sources > kMaxSources) {
        return quoted(info.name) + " has " + std::to_string(info.num_sources) +
               (info.num_sources == 1 ? " source, " : " sources, ") +
               std::to_string(request.sources.size()) + " given";
    }

    std::array<const ConstantValue*, kMaxSources> sources;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        const unsigned width = info.source_types[i].bit_size;
        const unsigned count = info.source_components[i];
        const std::string fault = parse_source(request.sources[i], count != 0 ? count : *components,
                                               width != 0 ? width : *bits, values_[i]);
        if (!fault.empty()) {
            return "source " + std::to_string(i) + ' ' + fault;
        }
        sources[i] = values_[i].data();
    }
    if (!nir::evaluate(*opcode_, *bits, *components, sources.data(), result_.data())) {
        return quoted(info.name) + " cannot be computed with " + std::to_string(*bits) + " bits";
    }
    const unsigned output_width =
        info.output_type.bit_size != 0 ? info.output_type.bit_size : *bits;
    const std::uint64_t mask = nir::mask_of_bits(output_width);
    std::array<char, kMaxComponents * 17 + 8> digits;
    char* end = digits.data();
    for (unsigned i = 0; i < *components; ++i) {
        end = write_component(end, result_[i].u64 & mask, output_width);
        *end++ = ',';
    }
    text.append(digits.data(), static_cast<std::size_t>(end - digits.data()) - 1);
    return {};
}

} // namespace jacquard::driver
