#pragma once

#include <jacquard/generated/errors/statuses.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/databases/pipeline_facts.h>
#include <jacquard/tool/frame/streams.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

struct InputFile {
    std::string name; // what the streams call the input for "-"
    std::string content;
    std::string source = {};     // the text that `content` was made of, if it was made of one
    PipelineFacts pipeline = {}; // what a database says of the stage
};

// Describes why a file was not read.
struct ReadFault {
    std::string message;   // a whole one, that names the file
    int code = exit_usage; // exit_findings when the file is there and what it holds is refused
    bool is_too_large = false;
    bool is_diagnostic = false; // the message is one, else it wants a head
    // Why a shader of a database was not read, as a result says it; else it is `failed`.
    CompileStatus status = CompileStatus::failed;
    std::string reason = {};
};

// All of a file, of the input stream for "-", of what others write into a FIFO, or a shader of a
// database. No more is read
// than `limits.input_bytes`, so that a device without end is refused like a file that is too large;
// a FIFO into which nobody writes is given up after some seconds. A text comes without the mark
// that some editors put before it; one in UTF-16 is a fault.
[[nodiscard]] std::optional<InputFile> read_file(std::string_view path, const Streams& streams,
                                                 const Limits& limits, ReadFault& fault);

// A file, a FIFO or the input stream (for "-") that is read a piece at a time, however large it is.
class InputPieces {
  public:
    // Null when it cannot be read; `fault` then tells why.
    [[nodiscard]] static std::unique_ptr<InputPieces>
    open(std::string_view path, const Streams& streams, ReadFault& fault);
    virtual ~InputPieces() = default;

    // Reads up to `size` bytes. How many: 0 at the end, less than 0 on a fault, which errno tells.
    virtual std::ptrdiff_t read(char* to, std::size_t size) = 0;

    // Returns how large it is, where that is known.
    [[nodiscard]] virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
};

// Reads a file like read_file() and writes the message to the error stream; `code` then is the exit
// code.
[[nodiscard]] std::optional<InputFile> read_input(std::string_view path, const Streams& streams,
                                                  const Limits& limits, int& code);

// Little-endian 64-bit words; nothing when the size is no multiple of 8.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> words_from_bytes(std::string_view bytes);
[[nodiscard]] std::string bytes_from_words(const std::vector<std::uint64_t>& words);

} // namespace jacquard::driver
