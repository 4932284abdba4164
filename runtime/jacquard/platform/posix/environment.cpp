#include <jacquard/platform/environment.h>

#include <cstdlib>
#include <unistd.h>

namespace jacquard::platform {

std::optional<std::string> environment_variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

unsigned long process_number() {
    return static_cast<unsigned long>(getpid());
}

} // namespace jacquard::platform
