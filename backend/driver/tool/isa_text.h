#pragma once

#include <jacquard/driver/tool/streams.h>
#include <jacquard/ir3/isa/revision.h>
#include <jacquard/support/json.h>

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

// What differs between two revisions; a difference that opcodes share is told once.
void print_difference(ir3::Revision from, ir3::Revision to, bool json, const Streams& streams);

// The opcode space of each category with its holes.
void print_opcode_map(ir3::Revision revision, const Streams& streams);

} // namespace jacquard::driver
