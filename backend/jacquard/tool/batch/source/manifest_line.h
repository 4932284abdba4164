#pragma once

#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/batch/source/batch_source.h>

namespace jacquard::driver {

// The shader that a line of a manifest describes, its path as it stands there. Nothing for a blank
// line, and after a fault, which went to `diagnostics`; they have no text, since a manifest may be
// large.
[[nodiscard]] std::optional<BatchItem> read_manifest_line(std::string_view line, std::size_t number,
                                                          Diagnostics& diagnostics);

} // namespace jacquard::driver
