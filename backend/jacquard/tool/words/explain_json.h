#pragma once

#include <jacquard/tool/frame/streams.h>

#include <cstdint>
#include <string_view>

namespace jacquard::driver {

// Prints the explanation of a word as one JSON value: the parts of the word with their table lines,
// its operands, and for a word that is no instruction the nearest ones. Returns the exit code.
int explain_word_json(std::uint64_t word, std::uint32_t gpu, const Streams& streams);

// A JSON value a line for each language that has the name, with the text of explain(); for ir3 also
// what the tables say as data. False where no language has it.
bool explain_name_json(std::string_view name, const Streams& streams);

} // namespace jacquard::driver
