#include <jacquard/platform/environment.h>
#include <jacquard/platform/file.h>
#include <jacquard/platform/files.h>
#include <jacquard/platform/windows/wide.h>

#include <atomic>
#include <cerrno>

namespace jacquard::platform {

namespace {

constexpr int kMostNames = 100;

bool took_place(bool has_worked) {
    if (!has_worked) {
        set_errno(GetLastError());
    }
    return has_worked;
}

// The system counts in tenths of microseconds from the year 1601.
ListedFile listed(std::string path, const WIN32_FIND_DATAW& found) {
    constexpr std::int64_t kTicks = 10'000'000;
    constexpr std::int64_t kSecondsTo1970 = 11'644'473'600;
    const auto wide = [](DWORD high, DWORD low) {
        return (static_cast<std::uint64_t>(high) << 32) | low;
    };
    const auto ticks = static_cast<std::int64_t>(
        wide(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime));
    return {std::move(path), wide(found.nFileSizeHigh, found.nFileSizeLow),
            ticks / kTicks - kSecondsTo1970, ticks % kTicks * 100};
}

// Visits what a folder lists. Returns false if it has not come to the end, with the reason in
// errno.
template <typename Visit>
bool for_each_entry(const std::string& folder, Visit&& visit) {
    WIN32_FIND_DATAW found{};
    const std::string all = folder.empty() ? "*" : folder + "/*";
    HANDLE listing = FindFirstFileW(wide_path(all).c_str(), &found);
    if (listing == INVALID_HANDLE_VALUE) {
        return took_place(false);
    }
    do {
        visit(found);
    } while (FindNextFileW(listing, &found) != 0);
    const bool is_whole = took_place(GetLastError() == ERROR_NO_MORE_FILES);
    FindClose(listing);
    return is_whole;
}

// A name beside a file that none has yet.
std::string name_beside(const std::string& path) {
    static std::atomic<unsigned> number = 0;
    const std::size_t slash = path.find_last_of("/\\:");
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    return folder + ".jacquard-" + std::to_string(process_number()) + '.' +
           std::to_string(number++);
}

bool write_through(const std::string& path, std::string_view content) {
    File file(path, FileUse::write_over);
    if (!file.is_open()) {
        return false;
    }
    const bool is_written = file.write(content);
    const int reason = errno;
    const bool is_closed = file.close();
    errno = is_written ? errno : reason;
    return is_written && is_closed;
}

// There, or not there yet; devices, links and files of several names are neither.
bool is_replaceable(const std::string& path) {
    const Handle file(CreateFileW(wide_path(path).c_str(), FILE_READ_ATTRIBUTES,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
    if (!file.is_open()) {
        return GetLastError() == ERROR_FILE_NOT_FOUND;
    }
    BY_HANDLE_FILE_INFORMATION facts{};
    constexpr DWORD kOthers =
        FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_READONLY;
    return GetFileType(file.get()) == FILE_TYPE_DISK &&
           GetFileInformationByHandle(file.get(), &facts) != 0 && facts.nNumberOfLinks == 1 &&
           (facts.dwFileAttributes & kOthers) == 0;
}

} // namespace

bool rename_file(const std::string& from, const std::string& to) {
    return took_place(MoveFileExW(wide_path(from).c_str(), wide_path(to).c_str(),
                                  MOVEFILE_REPLACE_EXISTING) != 0);
}

void remove_file(const std::string& path) {
    DeleteFileW(wide_path(path).c_str());
}

bool make_folder(const std::string& path) {
    const std::wstring wide = wide_path(path);
    if (CreateDirectoryW(wide.c_str(), nullptr) != 0) {
        return true;
    }
    const DWORD fault = GetLastError();
    const DWORD attributes = GetFileAttributesW(wide.c_str());
    set_errno(fault);
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        return false;
    }
    if ((attributes & FILE_ATTRIBUTE_DIRECTORY) == 0) {
        errno = ENOTDIR;
        return false;
    }
    return true;
}

// Only trying tells it, since lists of rights decide.
bool is_writable_folder(const std::string& path) {
    const std::string name = name_beside(path + '/');
    const bool is_made = File(name, FileUse::write_new).is_open();
    const int reason = errno;
    remove_file(name);
    errno = reason;
    return is_made;
}

bool is_readable(const std::string& path) {
    return took_place(GetFileAttributesW(wide_path(path).c_str()) != INVALID_FILE_ATTRIBUTES);
}

void touch_file(const std::string& path) {
    const Handle file(CreateFileW(wide_path(path).c_str(), FILE_WRITE_ATTRIBUTES,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    FILETIME now{};
    GetSystemTimeAsFileTime(&now);
    if (file.is_open()) {
        SetFileTime(file.get(), nullptr, nullptr, &now);
    }
}

bool list_folder(const std::string& folder, std::vector<FolderEntry>& entries) {
    return for_each_entry(folder, [&](const WIN32_FIND_DATAW& found) {
        const std::wstring_view name = found.cFileName;
        const DWORD kind =
            found.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE);
        if (name != L"." && name != L"..") {
            entries.push_back({narrow_of(name), kind == FILE_ATTRIBUTE_DIRECTORY, kind == 0});
        }
    });
}

std::vector<ListedFile> plain_files_of(const std::string& folder) {
    std::vector<ListedFile> files;
    for_each_entry(folder, [&](const WIN32_FIND_DATAW& found) {
        if ((found.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE)) == 0) {
            files.push_back(listed(folder + '/' + narrow_of(found.cFileName), found));
        }
    });
    return files;
}

std::optional<FolderIdentity> identity_of_folder(const std::string& path) {
    const Handle folder(CreateFileW(wide_path(path).c_str(), FILE_READ_ATTRIBUTES,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    BY_HANDLE_FILE_INFORMATION facts{};
    if (!folder.is_open() || GetFileInformationByHandle(folder.get(), &facts) == 0) {
        return std::nullopt;
    }
    return FolderIdentity{facts.dwVolumeSerialNumber,
                          (static_cast<std::uint64_t>(facts.nFileIndexHigh) << 32) |
                              facts.nFileIndexLow};
}

bool replace_file(const std::string& path, std::string_view content) {
    if (!is_replaceable(path)) {
        return write_through(path, content);
    }
    for (int tries = 0; tries < kMostNames; ++tries) {
        const std::string name = name_beside(path);
        File file(name, FileUse::write_new);
        if (!file.is_open()) {
            if (errno == EEXIST) {
                continue;
            }
            break;
        }
        if (file.write(content) && file.close() && rename_file(name, path)) {
            return true;
        }
        const int reason = errno;
        (void)file.close();
        remove_file(name);
        errno = reason;
        return false;
    }
    return write_through(path, content);
}

std::string make_scratch_folder() {
    static std::atomic<unsigned> number = 0;
    std::wstring place(MAX_PATH + 1, L'\0');
    const DWORD length = GetTempPathW(static_cast<DWORD>(place.size()), place.data());
    if (length == 0 || length > place.size()) {
        errno = ENOENT;
        return {};
    }
    place.resize(length);
    for (int tries = 0; tries < kMostNames; ++tries) {
        // The time tells processes of the same number apart.
        const std::string path = narrow_of(place) + "jacquard-" + std::to_string(process_number()) +
                                 '-' + std::to_string(GetTickCount64()) + '-' +
                                 std::to_string(number++);
        if (CreateDirectoryW(wide_path(path).c_str(), nullptr) != 0) {
            return path;
        }
        set_errno(GetLastError());
        if (errno != EEXIST) {
            break;
        }
    }
    return {};
}

void set_scratch_place(const std::string& folder) {
    SetEnvironmentVariableW(L"TMP", wide_of(folder).c_str());
}

} // namespace jacquard::platform
