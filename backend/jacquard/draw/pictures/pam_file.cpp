#include <jacquard/draw/pictures/pam_file.h>
#include <jacquard/support/hex.h>

#include <algorithm>

namespace jacquard::driver::draw {

namespace {

constexpr std::string_view kStart = "P7\n";
constexpr std::uint32_t kWithoutAlpha = 3;
constexpr std::uint32_t kWithAlpha = 4;
constexpr std::uint32_t kLargestValue = 255;

// The lines before the pixels say this.
struct Header {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t depth = 0;
    std::uint32_t largest = 0;
};

// Takes the lines of the header from the bytes. Lines about the meaning of channels are passed
// over: their number says enough.
bool read_header(std::string_view& bytes, Header& header, std::string& fault) {
    bytes.remove_prefix(kStart.size());
    for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
         end = bytes.find('\n')) {
        const std::string_view line = bytes.substr(0, end);
        bytes.remove_prefix(end + 1);
        if (line == "ENDHDR") {
            return true;
        }
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, space);
        std::uint32_t* const number = word == "WIDTH"    ? &header.width
                                      : word == "HEIGHT" ? &header.height
                                      : word == "DEPTH"  ? &header.depth
                                      : word == "MAXVAL" ? &header.largest
                                                         : nullptr;
        if (number == nullptr) {
            continue;
        }
        const auto read =
            parse_number<std::uint32_t>(line.substr(std::min(space + 1, line.size())));
        if (!read) {
            fault = "its line '" + std::string(line) + "' has no number";
            return false;
        }
        *number = *read;
    }
    fault = "it is not a complete PAM file: there is no line ENDHDR";
    return false;
}

std::string dimensions(const Header& header) {
    return std::to_string(header.width) + " x " + std::to_string(header.height);
}

} // namespace

bool is_pam(std::string_view bytes) {
    return bytes.starts_with(kStart);
}

std::optional<Picture> read_pam(std::string_view bytes, std::uint64_t most_pixels,
                                std::string& fault) {
    if (!is_pam(bytes)) {
        fault = "it is not a PAM file";
        return std::nullopt;
    }
    Header header;
    if (!read_header(bytes, header, fault)) {
        return std::nullopt;
    }
    if ((header.depth != kWithoutAlpha && header.depth != kWithAlpha) ||
        header.largest != kLargestValue) {
        fault = "it has " + std::to_string(header.depth) + " channels of values up to " +
                std::to_string(header.largest) + ", and three or four of values up to 255 are read";
        return std::nullopt;
    }
    const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
    if (header.width > kMostSide || header.height > kMostSide || pixels > most_pixels) {
        fault = "it has " + dimensions(header) + " pixels, and no more than " +
                std::to_string(kMostSide) + " a side and " + std::to_string(most_pixels) +
                " in all are read";
        return std::nullopt;
    }
    if (pixels == 0 || bytes.size() < pixels * header.depth) {
        fault = "it is not a complete PAM file: of " + dimensions(header) + " pixels there are " +
                std::to_string(bytes.size() / header.depth);
        return std::nullopt;
    }
    Picture picture(header.width, header.height);
    for (std::size_t i = 0; i < pixels; ++i) {
        std::uint8_t* const to = &picture.rgba[i * kWithAlpha];
        std::copy_n(bytes.data() + i * header.depth, header.depth, to);
        if (header.depth == kWithoutAlpha) {
            to[kWithoutAlpha] = kLargestValue;
        }
    }
    return picture;
}

std::string write_pam(const Picture& picture, bool with_alpha) {
    const std::uint32_t depth = with_alpha ? kWithAlpha : kWithoutAlpha;
    std::string bytes(kStart);
    bytes += "WIDTH " + std::to_string(picture.width) + "\nHEIGHT " +
             std::to_string(picture.height) + "\nDEPTH " + std::to_string(depth) + "\nMAXVAL " +
             std::to_string(kLargestValue) + "\nTUPLTYPE " + (with_alpha ? "RGB_ALPHA" : "RGB") +
             "\nENDHDR\n";
    bytes.reserve(bytes.size() + picture.rgba.size() / kWithAlpha * depth);
    for (std::size_t i = 0; i < picture.rgba.size(); i += kWithAlpha) {
        bytes.append(reinterpret_cast<const char*>(&picture.rgba[i]), depth);
    }
    return bytes;
}

} // namespace jacquard::driver::draw
