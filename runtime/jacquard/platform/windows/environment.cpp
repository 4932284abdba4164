#include <jacquard/platform/environment.h>
#include <jacquard/platform/windows/wide.h>

namespace jacquard::platform {

std::optional<std::string> environment_variable(const char* name) {
    const std::wstring wide = wide_of(name);
    const DWORD size = GetEnvironmentVariableW(wide.c_str(), nullptr, 0);
    if (size == 0) {
        return std::nullopt;
    }
    std::wstring value(size, L'\0');
    value.resize(GetEnvironmentVariableW(wide.c_str(), value.data(), size));
    return narrow_of(value);
}

unsigned long process_number() {
    return GetCurrentProcessId();
}

} // namespace jacquard::platform
