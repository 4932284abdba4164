#include <jacquard/platform/files.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/frame/command_line.h>

#include <cerrno>
#include <cstring>
#include <ostream>

namespace jacquard::driver {

bool write_output(std::string_view path, std::string_view content, const Streams& streams) {
    if (path == "-") {
        streams.out << content; // the owner of the stream checks for failure
        return true;
    }
    errno = 0;
    if (!platform::replace_file(std::string(path), content)) {
        usage_error(streams, "cannot write '" + std::string(path) +
                                 "': " + std::strerror(errno != 0 ? errno : EIO));
        return false;
    }
    return true;
}

} // namespace jacquard::driver
