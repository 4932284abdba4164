#pragma once

#include <jacquard/ir3/program.h>

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::ir3::testing {

// A program with one thing wrong.
struct Mutation {
    std::string what; // "drop (ss) of 12"
    std::vector<std::uint64_t> words;
};

// Every (ss), (sy) and (jp) dropped, every wait a slot shorter, every register number of a source
// and of a destination changed - to the next one and to one that nothing else uses -, one at a
// time.
std::vector<Mutation> mutations_of(const Program& program);

} // namespace jacquard::ir3::testing
