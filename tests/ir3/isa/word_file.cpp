#include "word_file.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
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

std::optional<std::string> shared_folder() {
    const char* environment = std::getenv("JACQUARD_SHARED");
    std::string folder = environment != nullptr ? environment : JACQUARD_SHARED_DIR;
    if (!std::filesystem::is_directory(folder))
        return std::nullopt;
    return folder;
}

} // namespace jacquard::ir3::test
