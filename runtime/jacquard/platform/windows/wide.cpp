#include <jacquard/platform/windows/wide.h>

#include <cerrno>

namespace jacquard::platform {

std::wstring wide_of(std::string_view text) {
    const auto size = static_cast<int>(text.size());
    const int length = MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
    std::wstring wide(static_cast<std::size_t>(length), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), length);
    return wide;
}

std::string narrow_of(std::wstring_view text) {
    const auto size = static_cast<int>(text.size());
    const int length =
        WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
    std::string narrow(static_cast<std::size_t>(length), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), size, narrow.data(), length, nullptr, nullptr);
    return narrow;
}

void set_errno(DWORD fault) {
    switch (fault) {
    case ERROR_SUCCESS: errno = 0; return;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_DRIVE: errno = ENOENT; return;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; return;
    case ERROR_DIRECTORY: errno = ENOTDIR; return;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT: errno = ENOMEM; return;
    case ERROR_TOO_MANY_OPEN_FILES: errno = EMFILE; return;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: errno = ENOSPC; return;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: errno = EPIPE; return;
    case ERROR_BAD_EXE_FORMAT: errno = ENOEXEC; return;
    case ERROR_FILENAME_EXCED_RANGE: errno = ENAMETOOLONG; return;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT: errno = EACCES; return;
    default: errno = EIO; return;
    }
}

} // namespace jacquard::platform
