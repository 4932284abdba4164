#include <jacquard/driver/tool/input_file.h>
#include <jacquard/driver/tool/recorded_file.h>

#include <algorithm>
#include <array>

#ifdef JACQUARD_HAS_ZLIB
#include <zlib.h>
#endif

namespace jacquard::driver {

namespace {

#ifdef JACQUARD_HAS_ZLIB

// No file of recorded runs is larger.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

std::optional<std::string> inflated(std::string_view packed) {
    constexpr int kGzip = 16 + MAX_WBITS;
    z_stream stream{};
    if (inflateInit2(&stream, kGzip) != Z_OK) {
        return std::nullopt;
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string text;
    std::array<char, 1 << 16> part{};
    int state = Z_OK;
    while (state == Z_OK && text.size() < kMostBytes) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(part.data(), part.size() - stream.avail_out);
        if (stream.avail_in == 0 && stream.avail_out != 0 && state == Z_OK) {
            break; // it ends too early
        }
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::string> unpacked(std::string_view packed, std::string_view path,
                                    std::vector<std::string>& faults) {
    std::optional<std::string> text = inflated(packed);
    if (!text) {
        faults.push_back('\'' + std::string(path) + "' is not a complete gzip file");
    }
    return text;
}

#else

std::optional<std::string> unpacked(std::string_view /*packed*/, std::string_view path,
                                    std::vector<std::string>& faults) {
    faults.push_back('\'' + std::string(path) +
                     "' is compressed, and this tool was built without zlib; gunzip it first");
    return std::nullopt;
}

#endif

} // namespace

bool is_recorded_file(std::string_view path) {
    return path.ends_with(".jsonl") || path.ends_with(".jsonl.gz");
}

std::optional<std::string> read_recorded_file(std::string_view path, const Streams& streams,
                                              const Limits& limits,
                                              std::vector<std::string>& faults) {
    ReadFault fault;
    std::optional<InputFile> file = read_file(path, streams, limits, fault);
    if (!file) {
        faults.push_back(std::move(fault.message));
        return std::nullopt;
    }
    if (file->content.starts_with("\x1f\x8b")) {
        return unpacked(file->content, path, faults);
    }
    return std::move(file->content);
}

std::string_view module_of_recorded(std::string_view line) {
    constexpr std::string_view kStart = "\"module\":";
    const std::size_t start = line.find(kStart);
    if (start == std::string_view::npos) {
        return {};
    }
    const std::size_t first = line.find('"', start + kStart.size());
    if (first == std::string_view::npos) {
        return {};
    }
    return line.substr(first + 1, std::min(line.find('"', first + 1), line.size()) - first - 1);
}

} // namespace jacquard::driver
