#pragma once

#include <jacquard/tool/frame/streams.h>

#include <string>
#include <string_view>

namespace jacquard::driver {

// Writes the file, or the output stream for "-". False when it cannot be written; the message then
// went to the error stream.
//
// A plain file is written beside and renamed: whoever looks finds the old content or the new one,
// and the old one is still there when the disk is full. It keeps its permissions. Devices, FIFOs,
// what descriptors stand for (/dev/stdout), files with several names and files in folders that take
// no others are written through instead. A symbolic link stays one; the file that it leads to is
// written.
[[nodiscard]] bool write_output(std::string_view path, std::string_view content,
                                const Streams& streams);

// The same without a message; errno then tells what is wrong.
[[nodiscard]] bool replace_file(const std::string& path, std::string_view content);

} // namespace jacquard::driver
