#include <jacquard/platform/paths.h>
#include <jacquard/tool/databases/database_path.h>

#include <algorithm>
#include <filesystem>

namespace jacquard::driver {

namespace {

constexpr std::string_view kEnding = ".foz";

bool is_file(std::string_view path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(platform::native_path(path), ignored);
}

} // namespace

bool is_database_name(std::string_view name) {
    return name.ends_with(kEnding) && name.size() > kEnding.size();
}

std::optional<DatabasePath> database_path(std::string_view path) {
    for (std::size_t start = path.find(kEnding); start != std::string_view::npos;
         start = path.find(kEnding, start + 1)) {
        const std::size_t end = start + kEnding.size();
        const bool is_name = end == path.size() || path[end] == '/' || path[end] == '\\';
        if (is_name && is_file(path.substr(0, end))) {
            std::string inner(path.substr(std::min(end + 1, path.size())));
            while (inner.ends_with('/')) {
                inner.pop_back();
            }
            return DatabasePath{std::string(path.substr(0, end)), std::move(inner)};
        }
    }
    return std::nullopt;
}

std::optional<DatabasePath> database_folder(std::string_view path) {
    std::optional<DatabasePath> found = database_path(path);
    return found && std::count(found->inner.begin(), found->inner.end(), '/') < 2 ? found
                                                                                  : std::nullopt;
}

} // namespace jacquard::driver
