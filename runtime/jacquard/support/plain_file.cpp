#include <jacquard/platform/paths.h>
#include <jacquard/support/plain_file.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace jacquard {

std::optional<std::string> read_plain_file(const std::string& path, std::uint64_t most_bytes) {
    std::error_code fault;
    const std::filesystem::path native = platform::native_path(path);
    if (!std::filesystem::is_regular_file(native, fault) ||
        std::filesystem::file_size(native, fault) > most_bytes || fault) {
        return std::nullopt;
    }
    std::ifstream file(native, std::ios::binary);
    std::ostringstream content;
    // An empty file has nothing to insert, which the stream counts as a failure.
    if (file.peek() != std::ifstream::traits_type::eof()) {
        content << file.rdbuf();
    }
    return file.bad() || !file.is_open() || !content ? std::nullopt
                                                     : std::optional(std::move(content).str());
}

} // namespace jacquard
