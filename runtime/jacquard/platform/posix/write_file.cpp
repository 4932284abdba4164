#include <jacquard/platform/file.h>

#include <cerrno>
#include <unistd.h>

namespace jacquard::platform {

bool File::write(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t put = ::write(descriptor_, text.data(), text.size());
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            errno = put == 0 ? ENOSPC : errno;
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

} // namespace jacquard::platform
