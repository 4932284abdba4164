#include "word_file.h"

#include <jacquard/ir3/revisions.h>

#include <cctype>
#include <fstream>
#include <sstream>

namespace jacquard::ir3::test {

std::vector<WordRow> read_words(const std::string& path) {
    std::vector<WordRow> rows;
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || std::isdigit(static_cast<unsigned char>(line[0])) == 0)
            continue;
        std::stringstream columns(line);
        std::string part;
        std::string word;
        WordRow row;
        std::getline(columns, part, '\t');
        std::getline(columns, word, '\t');
        std::getline(columns, row.text, '\t');
        std::getline(columns, row.flags, '\t');
        row.part = find_part(part).value_or(0);
        row.revision = revision_of_part(row.part).value_or(Revision{});
        row.word = std::stoull(word, nullptr, 16);
        rows.push_back(std::move(row));
    }
    return rows;
}

namespace {

std::string replaced(std::string text, std::string_view older, std::string_view newer) {
    const std::size_t place = text.find(older);
    return place == std::string::npos ? text : text.replace(place, older.size(), newer);
}

std::string with_residency_check(const WordRow& row) {
    return replaced(row.text, " (u8_32)(", ".rck (");
}

std::string with_wide_atomic(const WordRow& row) {
    if (row.text.find("atomic.b.") == std::string::npos) {
        return row.text;
    }
    return replaced(replaced(row.text, ".u8.", ".u64."), " hr", " r");
}

constexpr Spelling kSpellings[] = {
    {"a texture instruction of type 7 asks whether the memory is there", with_residency_check, true,
     0, 10},
    {"an atomic of type 6 has 64 bits on a7xx, where it had 8", with_wide_atomic, false, 0, 3},
};

} // namespace

std::span<const Spelling> newer_spellings() {
    return kSpellings;
}

std::optional<std::size_t> spelling_of(const WordRow& row, const std::string& text) {
    for (std::size_t i = 0; i < std::size(kSpellings); ++i) {
        if (row.text != text && row.revision >= Revision::a6xx && kSpellings[i].newer(row) == text)
            return i;
    }
    return std::nullopt;
}

std::string vectors(const char* name) {
    return std::string(JACQUARD_SOURCE_DIR "/tests/vectors/") + name;
}

} // namespace jacquard::ir3::test
