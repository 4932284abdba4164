#pragma once

#include <jacquard/fossilize/database.h>

#include <memory>
#include <string>

namespace jacquard::driver {

// The database of a file. The one that was opened last is kept open, since a process that compiles
// one of its shaders often compiles the next one, too. Null where it cannot be read, which was
// reported; faults of single entries are not.
[[nodiscard]] std::shared_ptr<const fossilize::Database>
open_database(const std::string& path, const Limits& limits, Diagnostics& diagnostics);

} // namespace jacquard::driver
