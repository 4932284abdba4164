#include <jacquard/platform/module.h>

#include <dlfcn.h>

namespace jacquard::platform {

void* function_of_module(const std::string& path, const char* function, std::string& fault) {
    void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const address = module != nullptr ? dlsym(module, function) : nullptr;
    if (address == nullptr) {
        const char* const reason = dlerror();
        fault = reason != nullptr ? std::string(reason) : path;
    }
    return address;
}

} // namespace jacquard::platform
