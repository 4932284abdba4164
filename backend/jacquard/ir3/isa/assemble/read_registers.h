#pragma once

#include <jacquard/ir3/isa/assemble/line_cursor.h>

#include <cstdint>

// Reads the registers and constants of a line.
namespace jacquard::ir3 {

// r1.x, a0.x, p0.x.
bool read_register_name(LineCursor& in, std::uint16_t& number);
// The same of what a comparison writes, which up0 may be.
bool read_compared_register(LineCursor& in, std::uint16_t& number);
bool read_render_target(LineCursor& in, std::uint16_t& number);
bool read_constant(LineCursor& in, std::uint16_t& number);

} // namespace jacquard::ir3
