#pragma once

#include <jacquard/driver/tool/streams.h>

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

// Nothing when the file cannot be read; then `message` says why.
[[nodiscard]] std::optional<InputFile> read_file(std::string_view path, const Streams& streams,
                                                 std::string& message);

// The same, with the message written to the error stream as wrong usage.
[[nodiscard]] std::optional<InputFile> read_input(std::string_view path, const Streams& streams);

// Writes the file, or the output stream for "-". False when it cannot be written; the message then
// went to the error stream.
[[nodiscard]] bool write_output(std::string_view path, std::string_view content,
                                const Streams& streams);

// Little-endian 64-bit words; nothing when the size is no multiple of 8.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> words_from_bytes(std::string_view bytes);
[[nodiscard]] std::string bytes_from_words(const std::vector<std::uint64_t>& words);

} // namespace jacquard::driver
