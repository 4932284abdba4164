#pragma once

#include <jacquard/tool/frame/streams.h>

#include <string>
#include <string_view>

namespace jacquard::driver {

// Writes the file, or the output stream for "-". False when it cannot be written; the message then
// went to the error stream.
//
// A plain file is replaced as a whole, or stays as it was; see platform::replace_file().
[[nodiscard]] bool write_output(std::string_view path, std::string_view content,
                                const Streams& streams);

} // namespace jacquard::driver
