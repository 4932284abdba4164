#include <jacquard/platform/file.h>
#include <jacquard/platform/windows/wide.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

namespace jacquard::platform {

namespace {

// At most so much is moved at a time.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;
// A lock keeps others from reading what is locked, so it stands where no file has anything.
constexpr DWORD kLockedHigh = 0x40000000;

struct Creation {
    DWORD access;
    DWORD disposition;
    int flags;
};

Creation creation_of(FileUse use) {
    switch (use) {
    case FileUse::read: return {GENERIC_READ, OPEN_EXISTING, _O_RDONLY};
    case FileUse::write_new: return {GENERIC_WRITE, CREATE_NEW, _O_WRONLY};
    case FileUse::write_over: return {GENERIC_WRITE, CREATE_ALWAYS, _O_WRONLY};
    case FileUse::update: return {GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, _O_RDWR};
    }
    return {GENERIC_READ, OPEN_EXISTING, _O_RDONLY};
}

HANDLE handle_of(int descriptor) {
    return reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
}

unsigned at_once(std::size_t size) {
    return static_cast<unsigned>(std::min(size, kMostAtOnce));
}

bool is_folder(const std::wstring& path) {
    const DWORD attributes = GetFileAttributesW(path.c_str());
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

} // namespace

// Others may rename and remove the file while it is open, as they may elsewhere.
File::File(const std::string& path, FileUse use) {
    const Creation creation = creation_of(use);
    const std::wstring wide = wide_path(path);
    HANDLE handle = CreateFileW(wide.c_str(), creation.access,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                creation.disposition, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        set_errno(GetLastError());
        if (is_folder(wide)) {
            errno = EISDIR;
        }
        return;
    }
    descriptor_ = _open_osfhandle(reinterpret_cast<std::intptr_t>(handle),
                                  creation.flags | _O_BINARY | _O_NOINHERIT);
    if (descriptor_ < 0) {
        CloseHandle(handle);
    }
}

bool File::close() {
    return !is_open() || ::_close(std::exchange(descriptor_, -1)) == 0;
}

std::optional<FileFacts> File::facts() const {
    LARGE_INTEGER size{};
    HANDLE handle = handle_of(descriptor_);
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        return FileFacts{FileKind::other, 0};
    }
    if (GetFileSizeEx(handle, &size) == 0) {
        set_errno(GetLastError());
        return std::nullopt;
    }
    return FileFacts{FileKind::plain, static_cast<std::uint64_t>(size.QuadPart)};
}

// There are no FIFOs among the files.
bool File::wait_for_writer(std::string& /*first*/, int /*milliseconds*/) const {
    return true;
}

bool File::make_waiting() const {
    return true;
}

std::ptrdiff_t File::read(char* to, std::size_t size) const {
    return ::_read(descriptor_, to, at_once(size));
}

std::ptrdiff_t File::read_at(std::uint64_t start, char* to, std::size_t size) const {
    return _lseeki64(descriptor_, static_cast<std::int64_t>(start), SEEK_SET) < 0 ? -1
                                                                                  : read(to, size);
}

bool File::write(std::string_view text) const {
    while (!text.empty()) {
        const int put = ::_write(descriptor_, text.data(), at_once(text.size()));
        if (put <= 0) {
            errno = put == 0 ? ENOSPC : errno;
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

bool File::write_at(std::uint64_t start, std::string_view text) const {
    return _lseeki64(descriptor_, static_cast<std::int64_t>(start), SEEK_SET) >= 0 && write(text);
}

bool File::cut(std::uint64_t size) const {
    const errno_t fault = _chsize_s(descriptor_, static_cast<std::int64_t>(size));
    errno = fault;
    return fault == 0;
}

// The system may still hold the lock of a process that was killed just now.
bool File::lock() const {
    for (int tries = 0; tries < 20; ++tries) {
        OVERLAPPED place{};
        place.OffsetHigh = kLockedHigh;
        if (LockFileEx(handle_of(descriptor_), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY,
                       0, 1, 0, &place) != 0 ||
            (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING)) {
            return true;
        }
        Sleep(50);
    }
    return false;
}

} // namespace jacquard::platform
