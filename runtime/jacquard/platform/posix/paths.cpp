#include <jacquard/platform/environment.h>
#include <jacquard/platform/paths.h>

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <unistd.h>

namespace jacquard::platform {

std::filesystem::path plain_path(std::string_view path) {
    return {path};
}

std::filesystem::path native_path(std::string_view path) {
    return {path};
}

std::string text_of_path(const std::filesystem::path& path) {
    return path.string();
}

std::string with_slashes(std::string path) {
    return path;
}

std::size_t start_of_name(std::string_view path) {
    return path.rfind('/') + 1;
}

std::string path_of_address(std::string path) {
    return path;
}

std::string own_program() {
    std::error_code fault;
    return std::filesystem::read_symlink("/proc/self/exe", fault).string();
}

std::string own_code_file() {
    const auto here = reinterpret_cast<std::uintptr_t>(&own_code_file);
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t first = 0;
        std::uintptr_t end = 0;
        const std::size_t path = line.find('/');
        if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR, &first, &end) == 2 &&
            first <= here && here < end && path != std::string::npos) {
            return line.substr(path);
        }
    }
    return {};
}

std::optional<std::string> find_program(const std::string& name) {
    const std::string folders = environment_variable("PATH").value_or("");
    for (std::size_t start = 0; start < folders.size();) {
        const std::size_t end = std::min(folders.find(':', start), folders.size());
        const std::string path = folders.substr(start, end - start) + '/' + name;
        if (end > start && access(path.c_str(), X_OK) == 0) {
            return path;
        }
        start = end + 1;
    }
    return std::nullopt;
}

std::string null_file() {
    return "/dev/null";
}

} // namespace jacquard::platform
