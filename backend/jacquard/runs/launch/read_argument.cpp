#include <jacquard/runs/launch/read_argument.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

namespace jacquard::driver {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30; // of a buffer

template <typename Number>
bool read_whole(std::string_view text, Number& number, int base = 10) {
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, number, base);
    return fault == std::errc() && stop == end;
}

void append(std::vector<std::byte>& bytes, std::uint64_t bits, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        bytes.push_back(static_cast<std::byte>(bits >> i * 8));
    }
}

// An integer of so many bytes, with a sign or without, in decimals or as 0x...
bool append_integer(std::vector<std::byte>& bytes, std::string_view text, unsigned count) {
    const unsigned bits = count * 8;
    if (text.starts_with("-")) {
        std::int64_t number = 0;
        if (!read_whole(text, number) || (bits < 64 && number < -(std::int64_t{1} << (bits - 1)))) {
            return false;
        }
        append(bytes, static_cast<std::uint64_t>(number), count);
        return true;
    }
    std::uint64_t number = 0;
    const bool is_hex = text.starts_with("0x");
    if (!read_whole(is_hex ? text.substr(2) : text, number, is_hex ? 16 : 10) ||
        (bits < 64 && number >> bits != 0)) {
        return false;
    }
    append(bytes, number, count);
    return true;
}

bool append_float(std::vector<std::byte>& bytes, std::string_view text, unsigned count) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, number);
    if (fault != std::errc() || stop != end) {
        return false;
    }
    switch (count) {
    case 2: append(bytes, double_to_half(number), count); break;
    case 4: append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(number)), count); break;
    default: append(bytes, std::bit_cast<std::uint64_t>(number), count); break;
    }
    return true;
}

// Numbers with commas between them.
bool append_numbers(std::vector<std::byte>& bytes, std::string_view text, bool is_float,
                    unsigned count) {
    while (true) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view one = text.substr(0, comma);
        if (!(is_float ? append_float(bytes, one, count) : append_integer(bytes, one, count))) {
            return false;
        }
        if (comma == text.size()) {
            return true;
        }
        text.remove_prefix(comma + 1);
    }
}

bool append_hex_bytes(std::vector<std::byte>& bytes, std::string_view text) {
    if (text.size() % 2 != 0) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); i += 2) {
        std::uint8_t one = 0;
        if (!read_whole(text.substr(i, 2), one, 16)) {
            return false;
        }
        bytes.push_back(static_cast<std::byte>(one));
    }
    return true;
}

// Returns the rest of a text that begins with the head.
std::optional<std::string_view> behind(std::string_view text, std::string_view head) {
    return text.starts_with(head) ? std::optional(text.substr(head.size())) : std::nullopt;
}

std::string read_value(std::string_view given, LaunchArgument& argument) {
    const nir::KernelArgument& facts = argument.facts;
    const auto bytes = behind(given, "hex:");
    if (bytes ? !append_hex_bytes(argument.bytes, *bytes)
              : facts.scalar == 0 ||
                    !append_numbers(argument.bytes, given, facts.is_float, facts.scalar)) {
        return '\'' + std::string(given) + "' is not " + what_it_takes(facts);
    }
    // A vector of three components takes as much as one of four.
    if (facts.scalar != 0 && facts.size == 4 * facts.scalar &&
        argument.bytes.size() == 3 * std::size_t{facts.scalar}) {
        argument.bytes.resize(facts.size);
    }
    if (argument.bytes.size() != facts.size) {
        return "its value has " + std::to_string(facts.size) + " bytes, and " +
               std::to_string(argument.bytes.size()) + " are given";
    }
    return {};
}

std::string read_buffer(std::string_view given, const ReadArgument& read,
                        LaunchArgument& argument) {
    if (given == "null") {
        argument.at = 0;
        return {};
    }
    if (const auto path = behind(given, "file:")) {
        std::string fault;
        const std::optional<std::string> content = read(*path, fault);
        if (!content) {
            return fault;
        }
        for (const char letter : *content) {
            argument.bytes.push_back(static_cast<std::byte>(letter));
        }
        return {};
    }
    if (const auto size = behind(given, "zeros:")) {
        std::uint64_t bytes = 0;
        if (!read_whole(*size, bytes) || bytes > kMostBytes) {
            return '\'' + std::string(*size) + "' is no number of bytes up to " +
                   std::to_string(kMostBytes);
        }
        argument.bytes.resize(bytes);
        return {};
    }
    const auto ints = behind(given, "ints:");
    const auto floats = behind(given, "floats:");
    if ((ints && append_numbers(argument.bytes, *ints, false, 4)) ||
        (floats && append_numbers(argument.bytes, *floats, true, 4))) {
        return {};
    }
    return '\'' + std::string(given) + "' is not " + what_it_takes(argument.facts);
}

} // namespace

std::string what_it_takes(const nir::KernelArgument& facts) {
    switch (facts.kind) {
    case nir::ArgumentKind::address:
        return "a buffer (file:PATH, zeros:BYTES, ints:..., floats:... or null)";
    case nir::ArgumentKind::local: return "memory of the work group (local:BYTES)";
    case nir::ArgumentKind::value: break;
    }
    if (facts.scalar == 0) {
        return "a structure of " + std::to_string(facts.size) + " bytes (hex:...)";
    }
    const std::string kind = (facts.is_float ? "float" : "integer") + std::string(" of ") +
                             std::to_string(facts.scalar * 8) + " bits";
    const std::string article = facts.is_float ? "a " : "an ";
    return facts.size == facts.scalar ? article + kind
                                      : "numbers with commas between them, each " + article + kind;
}

std::string read_argument(std::string_view given, const ReadArgument& read,
                          LaunchArgument& argument) {
    switch (argument.facts.kind) {
    case nir::ArgumentKind::value: return read_value(given, argument);
    case nir::ArgumentKind::address: return read_buffer(given, read, argument);
    case nir::ArgumentKind::local: break;
    }
    const auto size = behind(given, "local:");
    if (!size || !read_whole(*size, argument.local_bytes)) {
        return '\'' + std::string(given) + "' is not " + what_it_takes(argument.facts);
    }
    return {};
}

} // namespace jacquard::driver
