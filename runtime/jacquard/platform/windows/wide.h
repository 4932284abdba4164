#pragma once

#include <jacquard/platform/paths.h>

#include <string>
#include <string_view>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

// The sources for Windows share these: its texts are in UTF-16, its faults have numbers of their
// own.
namespace jacquard::platform {

[[nodiscard]] std::wstring wide_of(std::string_view text);
[[nodiscard]] std::string narrow_of(std::wstring_view text);

// The path as the system's functions take it.
[[nodiscard]] inline std::wstring wide_path(const std::string& path) {
    return native_path(path).native();
}

// Sets errno to what a fault of the system means.
void set_errno(DWORD fault);

// A handle that is closed at the end.
class Handle {
  public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
    ~Handle() { close(); }
    Handle(Handle&& other) noexcept : handle_(other.release()) {}
    Handle& operator=(Handle&& other) noexcept {
        close();
        handle_ = other.release();
        return *this;
    }

    [[nodiscard]] HANDLE get() const { return handle_; }
    [[nodiscard]] bool is_open() const { return handle_ != nullptr; }
    HANDLE release() {
        HANDLE handle = handle_;
        handle_ = nullptr;
        return handle;
    }
    void close() {
        if (handle_ != nullptr) {
            CloseHandle(release());
        }
    }

  private:
    HANDLE handle_ = nullptr;
};

} // namespace jacquard::platform
