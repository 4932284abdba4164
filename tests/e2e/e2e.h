#pragma once

#include "catch.h"
#include "driver/tool_runner.h"

#include <cstdlib>
#include <filesystem>

// The folder with the shader corpus and the vectors, which is no part of this project. Empty when
// it is absent; then that has been said.
inline std::filesystem::path shared_folder() {
    const char* given = std::getenv("JACQUARD_SHARED");
    std::filesystem::path folder(given != nullptr ? given : JACQUARD_SHARED_DIR);
    if (!std::filesystem::is_directory(folder / "corpus")) {
        WARN("skipped: there is no corpus in " << folder << " (see JACQUARD_SHARED)");
        SUCCEED("skipped: no shared folder");
        return {};
    }
    return folder;
}
