#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace jacquard::fuzz {

// The outcome of the shaders of a folder.
struct Replay {
    unsigned num_shaders = 0;
    std::vector<std::string> failures; // each begins with the name of its file
};

// Compares each NAME.tgsi and NAME.nir of a folder in both modes, for the runs of NAME.case, or one
// where everything is 0. What is expected there is not looked at: the interpreter says it. A shader
// that no part takes is a failure, too.
[[nodiscard]] Replay replay(const std::filesystem::path& folder,
                            const std::vector<std::uint32_t>& gpus);

} // namespace jacquard::fuzz
