#include <jacquard/driver/hex.h>
#include <jacquard/driver/high_level.h>
#include <jacquard/driver/tool/batch_list.h>
#include <jacquard/driver/tool/input_file.h>
#include <jacquard/driver/tool/recorded_file.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

namespace jacquard::driver {

namespace {

namespace fs = std::filesystem;

template <typename Wanted>
std::vector<fs::path> files_below(const fs::path& folder, Wanted is_wanted,
                                  std::vector<std::string>& faults) {
    std::vector<fs::path> found;
    std::error_code fault;
    fs::recursive_directory_iterator it(folder, fs::directory_options::follow_directory_symlink,
                                        fault);
    for (; !fault && it != fs::recursive_directory_iterator(); it.increment(fault)) {
        std::error_code ignored;
        if (is_wanted(it->path()) && it->is_regular_file(ignored)) {
            found.push_back(it->path());
        }
    }
    if (fault) {
        faults.push_back("cannot list '" + folder.string() + "': " + fault.message());
    }
    std::sort(found.begin(), found.end());
    return found;
}

bool is_case(const fs::path& path) {
    return path.extension() == ".case";
}

bool is_shader(const fs::path& path) {
    const fs::path extension = path.extension();
    return extension == ".tgsi" || extension == ".spv" || !stage_of_name(path.string()).empty();
}

std::string canonical_name(const fs::path& path) {
    std::error_code fault;
    const fs::path result = fs::weakly_canonical(path, fault);
    return fault ? path.lexically_normal().string() : result.string();
}

void read_list(BatchList& list, std::string_view path, const Streams& streams,
               const Limits& limits) {
    ReadFault fault;
    const std::optional<InputFile> file = read_file(path, streams, limits, fault);
    if (!file) {
        list.faults.push_back(fault.message);
        return;
    }
    const fs::path base = path == "-" ? fs::path(".") : fs::path(path).parent_path();
    const std::string_view text = file->content;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string_view line = text.substr(start, end - start);
        line = line.substr(0, line.find_first_of("\t\r"));
        start = end + 1;
        if (!line.empty() && line[0] != '#') {
            list.items.push_back({std::string(line), (base / fs::path(line)).string(), {}, {}});
        }
    }
}

// The path that the `shader` line of a case names. The rest of the file is read when it is run.
std::string_view shader_of_case(std::string_view text) {
    static constexpr std::string_view kKeyword = "shader";
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string_view line = text.substr(start, end - start);
        start = end + 1;
        if (line.starts_with(kKeyword)) {
            line.remove_prefix(kKeyword.size());
            const std::size_t first = line.find_first_not_of(" \t");
            const std::size_t last = line.find_last_not_of(" \t\r");
            return first == std::string_view::npos ? std::string_view()
                                                   : line.substr(first, last - first + 1);
        }
    }
    return {};
}

// Gives each module the recorded runs that name it, relative to a folder `modules` beside the file
// or to the file's own.
std::size_t assign_recorded(const std::map<std::string, BatchItem*>& by_path, std::string_view path,
                            const Limits& limits, std::vector<std::string>& faults,
                            const Streams& streams) {
    const std::optional<std::string> text = read_recorded_file(path, streams, limits, faults);
    std::size_t unused = 0;
    const fs::path folder = fs::path(path).parent_path();
    for (std::size_t start = 0; text && start < text->size();) {
        const std::size_t end = std::min(text->find('\n', start), text->size());
        const std::string_view line = std::string_view(*text).substr(start, end - start);
        start = end + 1;
        if (line.empty()) {
            continue;
        }
        const fs::path module(module_of_recorded(line));
        BatchItem* item = nullptr;
        for (const fs::path& place : {folder / "modules" / module, folder / module}) {
            const auto found = by_path.find(canonical_name(place));
            item = item == nullptr && found != by_path.end() ? found->second : item;
        }
        if (item == nullptr) {
            ++unused;
        } else {
            item->recorded.emplace_back(line);
        }
    }
    return unused;
}

} // namespace

BatchList find_shaders(std::string_view folder_or_list, const Streams& streams,
                       const Limits& limits) {
    BatchList list;
    std::error_code ignored;
    const fs::path root(folder_or_list);
    const bool is_folder = fs::is_directory(root, ignored);
    if (is_folder) {
        for (const fs::path& path : files_below(root, is_shader, list.faults)) {
            list.items.push_back({path.lexically_relative(root).string(), path.string(), {}, {}});
        }
        std::sort(list.items.begin(), list.items.end(),
                  [](const BatchItem& a, const BatchItem& b) { return a.name < b.name; });
    } else {
        read_list(list, folder_or_list, streams, limits);
    }
    if (list.items.empty() && list.faults.empty()) {
        list.faults.push_back(
            is_folder ? "there are no shaders (.tgsi, .spv, .vert, .frag, ...) below '" +
                            root.string() + '\''
                      : "the list '" + root.string() + "' names no shaders");
    }
    return list;
}

std::size_t assign_cases(BatchList& list, std::string_view folder, const Streams& streams,
                         const Limits& limits) {
    std::map<std::string, BatchItem*> by_path;
    for (BatchItem& item : list.items) {
        by_path.emplace(canonical_name(item.path), &item);
    }
    if (is_recorded_file(folder)) {
        return assign_recorded(by_path, folder, limits, list.faults, streams);
    }
    const fs::path root = fs::path(canonical_name(fs::path(folder))).parent_path();
    std::size_t unused = 0;
    for (const fs::path& path : files_below(fs::path(folder), is_case, list.faults)) {
        ReadFault fault;
        const std::optional<InputFile> file = read_file(path.string(), streams, limits, fault);
        if (!file) {
            list.faults.push_back(fault.message);
            continue;
        }
        const auto found =
            by_path.find(canonical_name(root / fs::path(shader_of_case(file->content))));
        if (found == by_path.end()) {
            ++unused;
        } else {
            found->second->case_paths.push_back(path.string());
        }
    }
    return unused;
}

std::optional<Shard> parse_shard(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto number = parse_number<std::uint32_t>(text.substr(0, slash));
    const auto count = parse_number<std::uint32_t>(text.substr(slash + 1));
    if (!number || !count || *count == 0 || *number > *count) {
        return std::nullopt;
    }
    return Shard{*number % *count, *count};
}

void keep_shard(BatchList& list, Shard shard) {
    std::size_t kept = 0;
    for (std::size_t i = shard.number; i < list.items.size(); i += shard.count) {
        if (kept != i) {
            list.items[kept] = std::move(list.items[i]);
        }
        ++kept;
    }
    list.items.resize(kept);
}

} // namespace jacquard::driver
