#include <jacquard/driver/tool/command_line.h>
#include <jacquard/driver/tool/input_file.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <istream>
#include <iterator>
#include <ostream>

namespace jacquard::driver {

std::optional<InputFile> read_file(std::string_view path, const Streams& streams,
                                   std::string& message) {
    InputFile file;
    if (path == "-") {
        file.name = "<stdin>";
        file.content.assign(std::istreambuf_iterator<char>(streams.in), {});
        return file;
    }
    file.name = path;
    errno = 0;
    std::ifstream stream(file.name, std::ios::binary);
    if (stream) {
        file.content.assign(std::istreambuf_iterator<char>(stream), {});
    }
    if (!stream || stream.bad()) {
        message = "cannot read '" + file.name + '\'';
        if (errno != 0) {
            message += std::string(": ") + std::strerror(errno);
        }
        return std::nullopt;
    }
    return file;
}

std::optional<InputFile> read_input(std::string_view path, const Streams& streams) {
    std::string message;
    std::optional<InputFile> file = read_file(path, streams, message);
    if (!file) {
        usage_error(streams, message);
    }
    return file;
}

bool write_output(std::string_view path, std::string_view content, const Streams& streams) {
    if (path == "-") {
        streams.out << content;
        return true;
    }
    errno = 0;
    std::ofstream stream(std::string(path), std::ios::binary);
    stream << content;
    stream.close();
    if (!stream) {
        usage_error(streams, "cannot write '" + std::string(path) +
                                 "': " + std::strerror(errno != 0 ? errno : EIO));
        return false;
    }
    return true;
}

std::optional<std::vector<std::uint64_t>> words_from_bytes(std::string_view bytes) {
    if (bytes.size() % 8 != 0) {
        return std::nullopt;
    }
    std::vector<std::uint64_t> words(bytes.size() / 8);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        words[i / 8] |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * (i % 8));
    }
    return words;
}

std::string bytes_from_words(const std::vector<std::uint64_t>& words) {
    std::string bytes;
    bytes.reserve(words.size() * 8);
    for (const std::uint64_t word : words) {
        for (unsigned shift = 0; shift < 64; shift += 8) {
            bytes += static_cast<char>((word >> shift) & 0xff);
        }
    }
    return bytes;
}

} // namespace jacquard::driver
