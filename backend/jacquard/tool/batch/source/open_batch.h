#pragma once

#include <jacquard/tool/batch/source/batch_source.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/streams.h>

#include <memory>
#include <optional>
#include <string_view>

namespace jacquard::driver {

// Below a folder every file whose name ends in `.tgsi` or `.spv` or as those of high-level shaders
// do, and the shaders of every database, in the order of the names' bytes; only the names of the
// folders that lead to the next shader are held. Of a list the first column of each line, relative
// to `base`, or to the list where there is none; blank lines and those that begin with # are
// skipped. Of a manifest, a file that ends in `.jsonl`, the object of each line: {"shader": PATH,
// "name": NAME, "define": ["A=1", ...]}, of which all but the first may be left out; standard input
// may hold both kinds of lines. Null when it cannot be opened; `fault` then tells why.
[[nodiscard]] std::unique_ptr<BatchSource> open_batch(std::string_view folder_or_list,
                                                      std::optional<std::string_view> base,
                                                      const Streams& streams, ReadFault& fault);

} // namespace jacquard::driver
