#pragma once

#include <jacquard/driver/tool/batch/batch_source.h>
#include <jacquard/support/diagnostics.h>

namespace jacquard::driver {

// The shader that a line of a manifest describes, its path as it stands there. Nothing for a blank
// line, and after a fault, which went to `diagnostics`; they have no text, since a manifest may be
// large.
[[nodiscard]] std::optional<BatchItem> read_manifest_line(std::string_view line, std::size_t number,
                                                          Diagnostics& diagnostics);

} // namespace jacquard::driver
