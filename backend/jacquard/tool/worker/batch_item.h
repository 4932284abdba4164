#pragma once

#include <string>
#include <vector>

namespace jacquard::driver {

// One shader of a batch.
struct BatchItem {
    std::string name; // as the list says it, or relative to the folder
    std::string path;
    std::vector<std::string> defines{}; // macros of its own, NAME or NAME=VALUE
    std::string stage{};                // as high_level_stage() has it; empty: its name says it
    std::string entry{};                // of a module; empty: the first one
    std::string state{};                // as nir::parse_state() reads it; empty: that of the batch
};

} // namespace jacquard::driver
