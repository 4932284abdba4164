#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>

#include <optional>
#include <string>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::json {
class Writer;
}

namespace jacquard::driver {

// Writes what must be set up to run a program, as JSON: gpu, stage, inputs, outputs, immediates,
// constant_buffers, prefetch and samplers, and storage_buffers and workgroup_size if the program
// has them. With an indentation of 0 everything is one line.
[[nodiscard]] std::string write_program_header(const ir3::Program& program,
                                               unsigned indentation = 0);

// The same as one value of a larger text.
void append_program_header(json::Writer& json, const ir3::Program& program);

// Reads such a header. Members that are absent are empty; other members than these are ignored,
// save `words`, hex strings that become the program's words. Faults have codes H1xx.
[[nodiscard]] std::optional<ir3::Program>
read_program_header(std::string_view text, Diagnostics& diagnostics, const Limits& limits = {});

// No part has as many inputs, outputs, buffers or samplers. A header has at most as many of each.
inline constexpr std::size_t kMaxHeaderEntries = 1024;

// "r1.z", "hr0.x", "none".
[[nodiscard]] std::optional<ir3::RegisterLocation> parse_register(std::string_view text);

// "VERT", "FRAG", "COMP", "TESS_CTRL", "TESS_EVAL", "GEOM"
[[nodiscard]] std::string_view stage_keyword(ir3::ShaderStage stage);
[[nodiscard]] std::optional<ir3::ShaderStage> stage_of_keyword(std::string_view keyword);
// "TESS_CTRL" or "GEOM"; empty for the rasteriser.
[[nodiscard]] std::string_view feeds_keyword(ir3::NextStage feeds);
[[nodiscard]] std::optional<ir3::NextStage> feeds_of_keyword(std::string_view keyword);

} // namespace jacquard::driver

JACQUARD_END_API
