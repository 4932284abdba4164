#pragma once

#include "catch.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

inline std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    for (std::size_t end; (end = text.find(separator, start)) != std::string::npos;
         start = end + 1) {
        parts.push_back(text.substr(start, end - start));
    }
    parts.push_back(text.substr(start));
    return parts;
}

// Rows of a tab-separated file of the shared folder, without the heading. Where the folder is
// absent the test says that it is skipped and gets none.
inline std::vector<std::vector<std::string>> shared_table(const std::string& name) {
    const char* folder = std::getenv("JACQUARD_SHARED");
    const std::string path =
        std::string(folder != nullptr ? folder : JACQUARD_SHARED_DIR) + "/" + name;
    std::ifstream file(path);
    std::vector<std::vector<std::string>> rows;
    if (!file) {
        WARN("skipped: " << path << " is not there");
        SUCCEED("skipped: no shared folder");
        return rows;
    }
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        rows.push_back(split(line, '\t'));
    }
    return rows;
}
