#include <jacquard/support/hex.h>
#include <jacquard/tool/rpc/channel.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <istream>
#include <ostream>

namespace jacquard::driver::rpc {

namespace {

constexpr std::size_t kMostHeader = 4096; // bytes of a line of a header
constexpr std::size_t kPiece = 65536;

using Traits = std::char_traits<char>;

std::string too_large(std::uint64_t most) {
    return "the message has more than " + std::to_string(most) + " bytes";
}

// Reads a line without its end, up to `most` bytes of it; what is beyond is skipped, and
// `is_whole` then false. Nothing at the end of the input.
std::optional<std::string> read_line(std::streambuf& in, std::uint64_t most, bool& is_whole) {
    std::string line;
    is_whole = true;
    for (;;) {
        const int letter = in.sbumpc();
        if (letter == Traits::eof()) {
            return line.empty() ? std::nullopt : std::optional(std::move(line));
        }
        if (letter == '\n') {
            break;
        }
        if (line.size() == most) {
            is_whole = false;
        } else {
            line += Traits::to_char_type(letter);
        }
    }
    if (line.ends_with('\r')) {
        line.pop_back();
    }
    return line;
}

// Reads `size` bytes a piece at a time, since a header may promise more than ever comes, and keeps
// them if `text` is not null. False at the end of the input.
bool read_bytes(std::streambuf& in, std::uint64_t size, std::string* text) {
    std::array<char, kPiece> piece; // NOLINT: sgetn() fills it
    while (size != 0) {
        const auto wanted = static_cast<std::streamsize>(std::min<std::uint64_t>(size, kPiece));
        const std::streamsize got = in.sgetn(piece.data(), wanted);
        if (got <= 0) {
            return false;
        }
        if (text != nullptr) {
            text->append(piece.data(), static_cast<std::size_t>(got));
        }
        size -= static_cast<std::uint64_t>(got);
    }
    return true;
}

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

// The value of a field of a header, whose name may be in any case; nothing for other fields.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
    const std::size_t colon = line.find(':');
    const std::string_view written = without_blanks(line.substr(0, colon));
    const bool is_it = colon != std::string_view::npos &&
                       std::equal(written.begin(), written.end(), name.begin(), name.end(),
                                  [](unsigned char a, unsigned char b) {
                                      return std::tolower(a) == std::tolower(b);
                                  });
    return is_it ? std::optional(without_blanks(line.substr(colon + 1))) : std::nullopt;
}

} // namespace

bool Channel::has_more() const {
    return in_.rdbuf()->in_avail() > 0;
}

bool Channel::can_write() const {
    return static_cast<bool>(out_);
}

std::optional<Received> HeaderChannel::read() {
    std::streambuf& in = *in_.rdbuf();
    std::optional<std::uint64_t> size;
    std::string fault;
    bool has_fields = false;
    for (;;) {
        bool is_whole = false;
        const std::optional<std::string> line = read_line(in, kMostHeader, is_whole);
        if (!line) {
            return std::nullopt;
        }
        if (line->empty()) {
            if (!has_fields) {
                continue; // a blank line between messages
            }
            break;
        }
        has_fields = true;
        if (const auto text = value_of(*line, "Content-Length")) {
            size = parse_number<std::uint64_t>(*text);
            if (!size) {
                fault = "Content-Length is a number of bytes";
            }
        }
    }
    if (!size) {
        return Received{{}, fault.empty() ? "the header has no Content-Length" : fault};
    }
    Received received;
    const bool is_too_large = *size > most_bytes_;
    if (!read_bytes(in, *size, is_too_large ? nullptr : &received.text)) {
        return std::nullopt;
    }
    received.fault = is_too_large ? too_large(most_bytes_) : std::string();
    return received;
}

void HeaderChannel::write(std::string_view text) {
    out_ << "Content-Length: " << text.size() << "\r\n\r\n" << text << std::flush;
}

std::optional<Received> LineChannel::read() {
    for (;;) {
        bool is_whole = false;
        std::optional<std::string> line = read_line(*in_.rdbuf(), most_bytes_, is_whole);
        if (!line) {
            return std::nullopt;
        }
        if (!is_whole) {
            return Received{{}, too_large(most_bytes_)};
        }
        if (!without_blanks(*line).empty()) {
            return Received{std::move(*line), {}};
        }
    }
}

void LineChannel::write(std::string_view text) {
    out_ << text << '\n' << std::flush;
}

} // namespace jacquard::driver::rpc
