#pragma once

#include <jacquard/driver/tool/streams.h>
#include <jacquard/support/limits.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

struct InputFile {
    std::string name; // "<stdin>" for "-"
    std::string content;
};

// Why a file was not read.
struct ReadFault {
    std::string message;       // a whole one, that names the file
    int code = exit_usage;     // exit_findings when the file is there and what it holds is refused
    bool is_too_large = false; // then the message is a diagnostic, else it wants a head
};

// All of a file, of the input stream for "-", or of what others write into a FIFO. No more is read
// than `limits.input_bytes`, so that a device without end is refused like a file that is too large;
// a FIFO into which nobody writes is given up after some seconds.
[[nodiscard]] std::optional<InputFile> read_file(std::string_view path, const Streams& streams,
                                                 const Limits& limits, ReadFault& fault);

// The same, with the message written to the error stream; `code` then is the exit code.
[[nodiscard]] std::optional<InputFile> read_input(std::string_view path, const Streams& streams,
                                                  const Limits& limits, int& code);

// Writes the file, or the output stream for "-". False when it cannot be written; the message then
// went to the error stream.
[[nodiscard]] bool write_output(std::string_view path, std::string_view content,
                                const Streams& streams);

// Little-endian 64-bit words; nothing when the size is no multiple of 8.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> words_from_bytes(std::string_view bytes);
[[nodiscard]] std::string bytes_from_words(const std::vector<std::uint64_t>& words);

} // namespace jacquard::driver
