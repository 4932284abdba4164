#pragma once

#include <jacquard/driver/tool/streams.h>
#include <jacquard/support/limits.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// One shader of a batch and the cases that name it.
struct BatchItem {
    std::string name; // as the list says it, or relative to the folder
    std::string path;
    std::vector<std::string> case_paths;
    std::vector<std::string> recorded{}; // recorded runs of a module, a JSON object each
};

struct BatchList {
    std::vector<BatchItem> items;    // sorted by name when they come from a folder
    std::vector<std::string> faults; // what could not be read; whole messages
};

// Every `.tgsi` and `.spv` file below a folder, or each that a list names in the first column of a
// line, relative to the list. Blank lines and those that begin with # are skipped. It is a fault
// when there are none.
[[nodiscard]] BatchList find_shaders(std::string_view folder_or_list, const Streams& streams,
                                     const Limits& limits = {});

// Adds the cases below `folder`, or the recorded runs that a `.jsonl` or `.jsonl.gz` file holds, to
// the shaders they name, and counts those that name none.
std::size_t assign_cases(BatchList& list, std::string_view folder, const Streams& streams,
                         const Limits& limits = {});

struct Shard {
    std::size_t number = 0;
    std::size_t count = 1;
};

// "i/n": every n-th shader, beginning with the i-th. Counting from 0 and from 1 both cover all.
[[nodiscard]] std::optional<Shard> parse_shard(std::string_view text);
void keep_shard(BatchList& list, Shard shard);

} // namespace jacquard::driver
