#pragma once

#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Files of words with their text, one a line, tab separated: part, 16 hex digits, text and, in
// some, flags.
namespace jacquard::ir3::test {

struct WordRow {
    unsigned part = 0;
    Revision revision{};
    std::uint64_t word = 0;
    std::string text;
    std::string flags;

    bool has_flag(const char* flag) const { return flags.find(flag) != std::string::npos; }
};

// The rows of a file; empty where it cannot be read. Lines that do not begin with a number are
// headings.
std::vector<WordRow> read_words(const std::string& path);

// Newer names of what the vectors spell as it was called before, and how many of their rows
// have the older one.
struct Spelling {
    const char* reason;
    // The newer text of a row, its own where it has no older name.
    std::string (*newer)(const WordRow& row);
    bool reads_older; // The assembler takes the older name as well.
    unsigned vectors; // Rows of shader_words.tsv.
    unsigned made;    // Rows of made_words.tsv.
};

std::span<const Spelling> newer_spellings();

// The number of the spelling that gives a row this text, nothing where it has it itself.
std::optional<std::size_t> spelling_of(const WordRow& row, const std::string& text);

// The path of a file of words in tests/vectors.
std::string vectors(const char* name);

} // namespace jacquard::ir3::test
