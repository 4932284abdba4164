#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>

#include <string>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// A program as assembly: what its header holds as directives, then an instruction a line.
//
//   @gpu 630
//   @stage FRAG
//   @varying VARYING_SLOT_VAR0 at 4 components xyz index 0 [flat]
//   @system_value SYSTEM_VALUE_FRAG_COORD r0.x components xy index 1
//   @input VERT_ATTRIB_GENERIC0 r0.x components xyzw index 0
//   @output FRAG_RESULT_DATA0 r1.x components xyzw index 0
//   @constants buffer 0 bytes 0..128 at c0
//   @immediate c8.x 3f800000 00000000 ...
//   @prefetch varying 0 to r0.z components xy sampler 0 texture 0
//   @sampler 0 2D
//   @workgroup 8 8 1
[[nodiscard]] std::string assembly_text(const ir3::Program& program);

// The directives alone.
[[nodiscard]] std::string header_directives(const ir3::Program& program);

} // namespace jacquard::driver

JACQUARD_END_API
