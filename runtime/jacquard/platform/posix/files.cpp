#include <jacquard/platform/files.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace jacquard::platform {

bool rename_file(const std::string& from, const std::string& to) {
    return std::rename(from.c_str(), to.c_str()) == 0;
}

void remove_file(const std::string& path) {
    unlink(path.c_str());
}

bool make_folder(const std::string& path) {
    struct stat facts {};
    if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) {
        return false;
    }
    if (stat(path.c_str(), &facts) == 0 && !S_ISDIR(facts.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return true;
}

bool is_writable_folder(const std::string& path) {
    return access(path.c_str(), W_OK | X_OK) == 0;
}

bool is_readable(const std::string& path) {
    return access(path.c_str(), R_OK) == 0;
}

void touch_file(const std::string& path) {
    utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

bool list_folder(const std::string& folder, std::vector<FolderEntry>& entries) {
    namespace fs = std::filesystem;
    std::error_code fault;
    fs::directory_iterator it(folder.empty() ? fs::path(".") : fs::path(folder), fault);
    for (; !fault && it != fs::directory_iterator(); it.increment(fault)) {
        std::error_code ignored;
        entries.push_back({it->path().filename().string(), it->is_directory(ignored),
                           it->is_regular_file(ignored)});
    }
    errno = fault.value();
    return !fault;
}

std::vector<ListedFile> plain_files_of(const std::string& folder) {
    std::vector<ListedFile> files;
    DIR* listing = opendir(folder.c_str());
    while (listing != nullptr) {
        const dirent* entry = readdir(listing);
        if (entry == nullptr) {
            closedir(listing);
            break;
        }
        struct stat facts {};
        const std::string path = folder + '/' + entry->d_name;
        if (stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
            const auto bytes = static_cast<std::uint64_t>(facts.st_blocks) * 512;
#ifdef __APPLE__
            const timespec& changed = facts.st_mtimespec;
#else
            const timespec& changed = facts.st_mtim;
#endif
            files.push_back({path, bytes, changed.tv_sec, changed.tv_nsec});
        }
    }
    return files;
}

std::optional<FolderIdentity> identity_of_folder(const std::string& path) {
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0) {
        return std::nullopt;
    }
    return FolderIdentity{static_cast<std::uint64_t>(facts.st_dev),
                          static_cast<std::uint64_t>(facts.st_ino)};
}

std::string make_scratch_folder() {
    std::error_code fault;
    std::string pattern =
        (std::filesystem::temp_directory_path(fault) / "jacquard-XXXXXX").string();
    return !fault && mkdtemp(pattern.data()) != nullptr ? pattern : std::string();
}

void set_scratch_place(const std::string& folder) {
    setenv("TMPDIR", folder.c_str(), 1);
}

} // namespace jacquard::platform
