#pragma once

#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jacquard::driver {

// Memory that a captured file shows: a part of a crash dump, lines of a log, or a file as it is.
struct CapturedMemory {
    std::string name;          // "bos" or the like; empty where nothing names it
    std::uint64_t address = 0; // of its first byte, as far as the file tells
    std::vector<std::uint8_t> bytes;
    // The text gives values of so many bytes; 1: it gives the bytes in their order.
    unsigned value_bytes = 1;
    // The first byte that each line of the text gives, with the number of the line; a file that is
    // no text has none.
    std::vector<std::pair<std::size_t, std::uint32_t>> lines;

    [[nodiscard]] std::uint32_t line_of(std::size_t byte) const;
};

// A captured file: its memory, and the number of the part if the file names one, else 0.
struct CapturedFile {
    std::uint32_t gpu = 0;
    std::vector<CapturedMemory> memories;
};

// Returns true if the content is text, in which memory is written down.
[[nodiscard]] bool is_captured_text(std::string_view content);

// Reads the memory in a file: in text the sections of a crash dump of the msm driver, whose memory
// is in base 85, and hexadecimal values with whatever a log puts before them; another file is
// memory as it is. Other lines are passed over; what begins like memory and is none is a fault.
[[nodiscard]] CapturedFile read_captured_file(std::string_view content, Diagnostics& diagnostics);

} // namespace jacquard::driver
