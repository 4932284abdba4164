#pragma once

#include <jacquard/ir3/program.h>

#include <string>
#include <string_view>

namespace jacquard::driver {

// A program as assembly for programs that look for line marks as compilers for processors print
// them, such as Compiler Explorer. It is not for the assembler: flags stand behind the operation,
// and labels in lines of their own.
//
//   .file 1 "water.frag"
//   .text
//   .loc 1 12 0
//       sam (sy) (f32)(xyzw)r0.x, r1.x, s#0, t#0
//   l0:
//       add.f r0.x, r0.x, r0.y
//
// What follows .text comes from no line until there is a .loc. `main_name` is the file that was
// compiled; the part of the program must exist.
[[nodiscard]] std::string marked_assembly(const ir3::Program& program, std::string_view main_name);

} // namespace jacquard::driver
