#include <jacquard/generated/nir/texture.h>
#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/runs/launch/read_argument.h>
#include <jacquard/runs/textures/sampler_words.h>
#include <jacquard/support/expression/half.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

namespace jacquard::driver {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30; // of a buffer or image
constexpr std::uint32_t kMostSize = 1U << 27;                // texels of an image along an axis

// The name of a shape as recorded cases have it.
std::string shape_name(const nir::KernelArgument& facts) {
    std::string name(nir::texture_dim_info(facts.dim).name);
    if (facts.dim == nir::TextureDim::dim_buf) {
        return "Buffer";
    }
    name = name == "ms" ? "2DMS" : name;
    for (char& letter : name) {
        letter = letter == 'd' ? 'D' : letter;
    }
    return name + (facts.is_array ? "Array" : "");
}

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

// The sizes of an image in the order in which its extent has them: "WIDTHxHEIGHTxLAYERS".
std::string extent_words(const nir::KernelArgument& facts) {
    constexpr std::array<std::string_view, 3> kSizes = {"WIDTH", "xHEIGHT", "xDEPTH"};
    std::string text;
    for (unsigned i = 0; i < nir::texture_dim_info(facts.dim).size_components; ++i) {
        text += kSizes[i];
    }
    return text + (facts.is_array ? "xLAYERS" : "");
}

// As many numbers with an x between them as an image of that shape has sizes.
bool read_size(std::string_view text, const nir::KernelArgument& facts, RecordedTexture& image) {
    const unsigned along = nir::texture_dim_info(facts.dim).size_components;
    const unsigned count = along + (facts.is_array ? 1U : 0U);
    for (unsigned i = 0; i < count; ++i) {
        const std::size_t end =
            i + 1 == count ? text.size() : std::min(text.find('x'), text.size());
        std::uint32_t& size = i < along ? image.size[i] : image.layers;
        if (!read_whole(text.substr(0, end), size) || size == 0 || size > kMostSize) {
            return false;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
}

// The product of its sizes may be more than any number holds.
bool is_too_large(const RecordedTexture& image) {
    std::uint64_t bytes = image.info().bytes;
    for (const std::uint32_t size : {image.size[0], image.size[1], image.size[2], image.layers}) {
        bytes *= size;
        if (bytes > kMostBytes) {
            return true;
        }
    }
    return false;
}

// image:FORMAT:EXTENT, of zeros, or image:FORMAT:EXTENT:PATH with the bytes of a file as they are.
std::string read_image(std::string_view given, const ReadArgument& read, LaunchArgument& argument) {
    const auto facts = behind(given, "image:");
    const std::size_t first = facts ? facts->find(':') : std::string_view::npos;
    if (first == std::string_view::npos) {
        return '\'' + std::string(given) + "' is not " + what_it_takes(argument.facts);
    }
    RecordedTexture& image = argument.image;
    const std::string_view name = facts->substr(0, first);
    const std::optional<nir::TexelFormat> format = nir::find_texel_format(name);
    if (!format) {
        std::vector<std::string_view> names;
        for (const nir::TexelFormatInfo& each : nir::kTexelFormatInfos) {
            names.push_back(each.name);
        }
        const std::string_view near = near_name(name, names);
        return "there is no format '" + std::string(name) + '\'' +
               (near.empty() ? "" : ", did you mean '" + std::string(near) + "'?");
    }
    image.format = *format;
    const std::size_t second = std::min(facts->find(':', first + 1), facts->size());
    const std::string_view extent = facts->substr(first + 1, second - first - 1);
    if (const std::string shape = shape_name(argument.facts); !find_shape(shape, image.dim)) {
        return "images of the shape " + shape + " are not launched";
    }
    if (!read_size(extent, argument.facts, image)) {
        return '\'' + std::string(extent) + "' is no " + extent_words(argument.facts) +
               " of an image, each from 1 to " + std::to_string(kMostSize);
    }
    if (is_too_large(image)) {
        return "an image of " + std::string(extent) + " texels is larger than " +
               std::to_string(kMostBytes) + " bytes";
    }
    const std::uint64_t bytes = image.num_texels() * image.info().bytes;
    image.texels.resize(image.num_words());
    argument.bytes.resize(bytes);
    if (second == facts->size()) {
        return {};
    }
    std::string fault;
    const std::optional<std::string> content = read(facts->substr(second + 1), fault);
    if (!content) {
        return fault;
    }
    if (content->size() != bytes) {
        return "its image has " + std::to_string(bytes) + " bytes, and " +
               std::to_string(content->size()) + " are given";
    }
    std::memcpy(argument.bytes.data(), content->data(), bytes);
    std::memcpy(image.texels.data(), content->data(), bytes);
    return {};
}

std::string read_sampler(std::string_view given, LaunchArgument& argument) {
    auto rest = behind(given, "sampler:");
    if (!rest) {
        return '\'' + std::string(given) + "' is not " + what_it_takes(argument.facts);
    }
    while (!rest->empty()) {
        const std::size_t end = std::min(rest->find(','), rest->size());
        const std::string_view word = rest->substr(0, end);
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string_view value = word.substr(std::min(equals + 1, word.size()));
        if (const auto fault = tell_sampler(argument.sampler, word.substr(0, equals), value)) {
            const std::string_view near =
                near_name(fault->is_key ? word.substr(0, equals) : value, fault->known);
            return fault->message +
                   (near.empty() ? "" : ", did you mean '" + std::string(near) + "'?");
        }
        rest->remove_prefix(std::min(end + 1, rest->size()));
    }
    return {};
}

} // namespace

std::string what_it_takes(const nir::KernelArgument& facts) {
    switch (facts.kind) {
    case nir::ArgumentKind::address:
        return "a buffer (file:PATH, zeros:BYTES, ints:..., floats:... or null)";
    case nir::ArgumentKind::local: return "memory of the work group (local:BYTES)";
    case nir::ArgumentKind::texture:
    case nir::ArgumentKind::image:
        return "an image (image:FORMAT:" + extent_words(facts) +
               " or image:FORMAT:" + extent_words(facts) + ":PATH)";
    case nir::ArgumentKind::sampler:
    case nir::ArgumentKind::literal:
        return "a sampler (sampler:address=repeat,filter=linear,coordinates=texels, or less)";
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
    case nir::ArgumentKind::texture:
    case nir::ArgumentKind::image: return read_image(given, read, argument);
    case nir::ArgumentKind::sampler:
    case nir::ArgumentKind::literal: return read_sampler(given, argument);
    case nir::ArgumentKind::local: break;
    }
    const auto size = behind(given, "local:");
    if (!size || !read_whole(*size, argument.local_bytes)) {
        return '\'' + std::string(given) + "' is not " + what_it_takes(argument.facts);
    }
    return {};
}

} // namespace jacquard::driver
