#include <jacquard/platform/paths.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/lsp/open_shader.h>

namespace jacquard::driver::lsp {

namespace {

std::string without_escapes(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = text[i] == '%' && i + 2 < text.size()
                              ? parse_number<std::uint8_t>(text.substr(i + 1, 2), 16)
                              : std::nullopt;
        decoded += byte ? static_cast<char>(*byte) : text[i];
        i += byte ? 2 : 0;
    }
    return decoded;
}

} // namespace

std::string path_of_uri(std::string_view uri) {
    constexpr std::string_view kFile = "file://";
    if (uri.starts_with(kFile)) {
        const std::size_t path = uri.find('/', kFile.size());
        return path == std::string_view::npos
                   ? std::string()
                   : platform::path_of_address(without_escapes(uri.substr(path)));
    }
    const std::size_t last = uri.find_last_of("/:");
    return without_escapes(last == std::string_view::npos ? uri : uri.substr(last + 1));
}

} // namespace jacquard::driver::lsp
