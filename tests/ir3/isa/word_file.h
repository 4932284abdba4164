#pragma once

#include <jacquard/ir3/isa/revision.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Files of words with their text, one a line, tab separated: part, 16 hex digits, text and, in the
// shared ones, flags.
namespace jacquard::ir3::test {

struct WordRow {
    unsigned part = 0;
    Revision revision{};
    uint64_t word = 0;
    std::string text;
    std::string flags;

    bool has_flag(const char* flag) const { return flags.find(flag) != std::string::npos; }
};

/// The rows of a file; empty where it cannot be read. Lines that do not begin with a number are
/// headings.
std::vector<WordRow> read_words(const std::string& path);

/// The folder of the shared reference data, nothing where it is absent.
std::optional<std::string> shared_folder();

} // namespace jacquard::ir3::test
