#include <jacquard/platform/paths.h>
#include <jacquard/tool/batch/source/case_index.h>
#include <jacquard/tool/batch/source/folder_source.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/recorded_file.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace jacquard::driver {

namespace {

namespace fs = std::filesystem;

bool is_case(std::string_view name) {
    return name.ends_with(".case");
}

std::string canonical_name(const fs::path& path) {
    std::error_code fault;
    const fs::path result = fs::weakly_canonical(path, fault);
    return platform::text_of_path(fault ? path.lexically_normal() : result);
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

} // namespace

ShaderCases& CaseIndex::add(const std::string& place, std::string_view name) {
    std::error_code ignored;
    ++num_cases_;
    if (!fs::exists(platform::native_path(place), ignored) && astray_.count++ == 0) {
        astray_.first = name;
    }
    return by_path_[place];
}

// Recorded runs name modules relative to a folder `modules` beside their file, or to the file's
// own; a module of that name may be in both.
void CaseIndex::read_recorded(std::string_view path, const Streams& streams, const Limits& limits,
                              std::vector<std::string>& faults) {
    std::vector<std::string> unread;
    const std::optional<std::string> text = read_recorded_file(path, streams, limits, unread);
    for (const std::string& fault : unread) {
        faults.push_back("jacquard: " + fault + '\n');
    }
    const fs::path folder = platform::plain_path(path).parent_path();
    for (std::size_t start = 0; text && start < text->size();) {
        const std::size_t end = std::min(text->find('\n', start), text->size());
        const std::string_view line = std::string_view(*text).substr(start, end - start);
        start = end + 1;
        if (line.empty()) {
            continue;
        }
        const std::string_view module = module_of_recorded(line);
        std::error_code ignored;
        const fs::path among = folder / "modules" / platform::plain_path(module);
        const fs::path place =
            fs::exists(platform::native_path(platform::text_of_path(among)), ignored)
                ? among
                : folder / platform::plain_path(module);
        add(canonical_name(place), module).recorded.emplace_back(line);
    }
}

CaseIndex CaseIndex::read(std::string_view folder_or_file, const Streams& streams,
                          const Limits& limits, std::vector<std::string>& faults) {
    CaseIndex index;
    if (is_recorded_file(folder_or_file)) {
        index.read_recorded(folder_or_file, streams, limits, faults);
        return index;
    }
    const fs::path root =
        platform::plain_path(canonical_name(platform::plain_path(folder_or_file))).parent_path();
    const std::unique_ptr<BatchSource> files = open_folder(folder_or_file, is_case);
    while (const std::optional<BatchItem> item = files->next()) {
        ReadFault fault;
        const std::optional<InputFile> file = read_file(item->path, streams, limits, fault);
        if (file) {
            const std::string_view shader = shader_of_case(file->content);
            index.add(canonical_name(root / platform::plain_path(shader)), shader)
                .paths.push_back(item->path);
        } else {
            faults.push_back(fault.is_too_large ? fault.message
                                                : "jacquard: " + fault.message + '\n');
        }
    }
    const std::vector<std::string> unlisted = files->take_faults();
    faults.insert(faults.end(), unlisted.begin(), unlisted.end());
    return index;
}

const ShaderCases* CaseIndex::of(const std::string& path) const {
    const auto found = by_path_.empty() ? by_path_.end()
                                        : by_path_.find(canonical_name(platform::plain_path(path)));
    return found == by_path_.end() ? nullptr : &found->second;
}

} // namespace jacquard::driver
