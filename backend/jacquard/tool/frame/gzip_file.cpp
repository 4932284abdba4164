#include <jacquard/tool/frame/gzip_file.h>

#ifdef JACQUARD_HAS_ZLIB
#include <array>
#include <zlib.h>
#endif

namespace jacquard::driver {

#ifdef JACQUARD_HAS_ZLIB

namespace {

// No file of recorded runs is larger.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

} // namespace

bool has_gzip() {
    return true;
}

std::optional<std::string> unpack_gzip(std::string_view packed, std::string& fault) {
    constexpr int kGzip = 16 + MAX_WBITS;
    constexpr const char* kIncomplete = "is not a complete gzip file";
    z_stream stream{};
    if (inflateInit2(&stream, kGzip) != Z_OK) {
        fault = kIncomplete;
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
    if (state != Z_STREAM_END) {
        fault = kIncomplete;
        return std::nullopt;
    }
    return text;
}

#else

bool has_gzip() {
    return false;
}

std::optional<std::string> unpack_gzip(std::string_view /*packed*/, std::string& fault) {
    fault = "is compressed, and this tool was built without zlib; gunzip it first";
    return std::nullopt;
}

#endif

} // namespace jacquard::driver
