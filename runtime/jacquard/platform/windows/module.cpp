#include <jacquard/platform/module.h>
#include <jacquard/platform/windows/wide.h>

namespace jacquard::platform {

void* function_of_module(const std::string& path, const char* function, std::string& fault) {
    HMODULE module = LoadLibraryW(wide_path(path).c_str());
    if (module == nullptr) {
        fault = "'" + path + "' is fault " + std::to_string(GetLastError()) + " of the system";
        return nullptr;
    }
    auto* const address = reinterpret_cast<void*>(GetProcAddress(module, function));
    if (address == nullptr) {
        fault = "'" + path + "' has no function " + function;
    }
    return address;
}

} // namespace jacquard::platform
