#pragma once

#include <jacquard/tool/batch/source/batch_source.h>

namespace jacquard::driver {

// The files below a folder, links followed, whose names are wanted, in the order of the bytes of
// their names relative to the folder.
[[nodiscard]] std::unique_ptr<BatchSource> open_folder(std::string_view folder,
                                                       bool (*is_wanted)(std::string_view name));

} // namespace jacquard::driver
