#pragma once

#include <string>
#include <vector>

namespace jacquard::driver {

// A difference between two parts beside the words of their instructions.
struct OtherChange {
    std::string verb;    // "added", "removed", "changed"
    std::string kind;    // "delay rule", "fact of the machine", "part"
    std::string subject; // its name
    std::string from;
    std::string to;
    std::string place; // table line, where there is one
};

// Facts of the machine, delays, selection, forms of textures and memory, costs, and the parts that
// have the instructions of only one of the two.
[[nodiscard]] std::vector<OtherChange> compare_facts(unsigned from, unsigned to);

} // namespace jacquard::driver
