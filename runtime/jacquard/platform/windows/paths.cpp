#include <jacquard/platform/environment.h>
#include <jacquard/platform/files.h>
#include <jacquard/platform/windows/wide.h>

#include <algorithm>

namespace jacquard::platform {

namespace {

// From this length on many of the system's functions take a path in its long form alone. A file of
// twelve letters still fits behind a folder of it.
constexpr std::size_t kLongPath = MAX_PATH - 13;

std::string file_of_module(HMODULE module) {
    std::wstring path(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length =
            GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size()));
        if (length < path.size()) {
            path.resize(length);
            return narrow_of(path);
        }
        path.resize(2 * path.size());
    }
}

} // namespace

std::filesystem::path plain_path(std::string_view path) {
    return {wide_of(path)};
}

std::filesystem::path native_path(std::string_view path) {
    std::wstring wide = wide_of(path);
    // A path that starts in the current folder has that before it.
    const bool is_short = wide.size() + GetCurrentDirectoryW(0, nullptr) < kLongPath;
    if (is_short || wide.starts_with(LR"(\\?\)") || wide.starts_with(LR"(\\.\)")) {
        return {std::move(wide)};
    }
    // The long form is absolute and has backslashes alone.
    std::replace(wide.begin(), wide.end(), L'/', L'\\');
    const DWORD size = GetFullPathNameW(wide.c_str(), 0, nullptr, nullptr);
    std::wstring whole(size, L'\0');
    whole.resize(GetFullPathNameW(wide.c_str(), size, whole.data(), nullptr));
    if (whole.empty() || whole.starts_with(LR"(\\.\)")) { // a device, as NUL is
        return {std::move(wide)};
    }
    return whole.starts_with(LR"(\\)") ? LR"(\\?\UNC\)" + whole.substr(2) : LR"(\\?\)" + whole;
}

std::string text_of_path(const std::filesystem::path& path) {
    return narrow_of(path.native());
}

std::string with_slashes(std::string path) {
    std::replace(path.begin(), path.end(), '\\', '/');
    return path;
}

std::size_t start_of_name(std::string_view path) {
    return path.find_last_of("/\\") + 1;
}

std::string path_of_address(std::string path) {
    return path.size() > 2 && path[2] == ':' ? path.substr(1) : path;
}

std::string own_program() {
    return file_of_module(nullptr);
}

std::string own_code_file() {
    HMODULE module = nullptr;
    const auto flags =
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    const auto* const here = reinterpret_cast<const wchar_t*>(&own_code_file);
    return GetModuleHandleExW(static_cast<DWORD>(flags), here, &module) != 0
               ? file_of_module(module)
               : std::string();
}

std::optional<std::string> find_program(const std::string& name) {
    const std::string folders = environment_variable("PATH").value_or("");
    const bool has_ending = name.find('.') != std::string::npos;
    for (std::size_t start = 0; start < folders.size();) {
        const std::size_t end = std::min(folders.find(';', start), folders.size());
        const std::string path =
            folders.substr(start, end - start) + '\\' + name + (has_ending ? "" : ".exe");
        if (end > start && is_readable(path)) {
            return path;
        }
        start = end + 1;
    }
    return std::nullopt;
}

std::string null_file() {
    return "NUL";
}

} // namespace jacquard::platform
