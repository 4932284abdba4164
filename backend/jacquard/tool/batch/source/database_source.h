#pragma once

#include <jacquard/tool/batch/source/batch_source.h>
#include <jacquard/tool/databases/database_path.h>
#include <jacquard/tool/files/input_file.h>

#include <memory>

namespace jacquard::driver {

// The shaders of a database, or of a part of it. Null when it cannot be read; `fault` then tells
// why.
[[nodiscard]] std::unique_ptr<BatchSource> open_database_source(DatabasePath path,
                                                                ReadFault& fault);

} // namespace jacquard::driver
