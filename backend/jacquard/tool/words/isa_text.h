#pragma once

#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/frame/streams.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

[[nodiscard]] inline std::string quoted(std::string_view text) {
    std::string result;
    json::append_quoted(result, text);
    return result;
}

// The revisions with their parts and how much they have.
void print_revisions(bool json, const Streams& streams);

// All parts, or one, with their facts.
void print_parts(std::optional<unsigned> part, bool json, const Streams& streams);

// Prints the differences between two parts, or between two revisions of which these are the first
// parts. A difference that opcodes share is printed once.
void print_difference(unsigned from_part, unsigned to_part, bool json, const Streams& streams);

// The opcode space of each category with its holes.
void print_opcode_map(ir3::Revision revision, const Streams& streams);

} // namespace jacquard::driver
