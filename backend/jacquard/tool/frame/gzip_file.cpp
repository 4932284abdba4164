#include <jacquard/tool/frame/gzip_file.h>

#ifdef JACQUARD_HAS_ZLIB
#include <array>
#include <utility>
#include <zlib.h>
#endif

namespace jacquard::driver {

#ifdef JACQUARD_HAS_ZLIB

namespace {

// No file of recorded runs is larger.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

// The bytes of a stream, no more than a piece beyond those that were wanted at most, and how zlib
// ended.
struct Inflated {
    std::string bytes;
    int state = Z_OK;
};

Inflated inflate_all(std::string_view packed, int format, std::size_t most) {
    Inflated made;
    z_stream stream{};
    made.state = inflateInit2(&stream, format);
    if (made.state != Z_OK) {
        return made;
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::array<char, 1 << 16> part{};
    // Without progress, as at the end of a stream that is cut off, the state is another one.
    while (made.state == Z_OK && made.bytes.size() <= most) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        made.state = inflate(&stream, Z_NO_FLUSH);
        made.bytes.append(part.data(), part.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return made;
}

} // namespace

bool has_gzip() {
    return true;
}

std::optional<std::string> unpack_gzip(std::string_view packed, std::string& fault) {
    constexpr int kGzip = 16 + MAX_WBITS;
    Inflated made = inflate_all(packed, kGzip, kMostBytes);
    if (made.state != Z_STREAM_END) {
        fault = "is not a complete gzip file";
        return std::nullopt;
    }
    return std::move(made.bytes);
}

std::optional<std::string> unpack_zlib(std::string_view packed, std::size_t size,
                                       std::string& fault) {
    Inflated made = inflate_all(packed, MAX_WBITS, size);
    if (made.bytes.size() > size) {
        fault = "there are more";
    } else if (made.state != Z_STREAM_END) {
        fault = made.state == Z_BUF_ERROR ? "the stream is cut off" : "the stream is damaged";
    } else if (made.bytes.size() != size) {
        fault = "there are " + std::to_string(made.bytes.size());
    } else {
        return std::move(made.bytes);
    }
    return std::nullopt;
}

#else

bool has_gzip() {
    return false;
}

std::optional<std::string> unpack_zlib(std::string_view /*packed*/, std::size_t /*size*/,
                                       std::string& fault) {
    fault = "this tool was built without zlib";
    return std::nullopt;
}

std::optional<std::string> unpack_gzip(std::string_view /*packed*/, std::string& fault) {
    fault = "is compressed, and this tool was built without zlib; gunzip it first";
    return std::nullopt;
}

#endif

} // namespace jacquard::driver
