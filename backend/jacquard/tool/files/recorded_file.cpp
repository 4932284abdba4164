#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/recorded_file.h>
#include <jacquard/tool/frame/gzip_file.h>

#include <algorithm>

namespace jacquard::driver {

bool is_recorded_file(std::string_view path) {
    return path.ends_with(".jsonl") || path.ends_with(".jsonl.gz");
}

std::optional<std::string> read_recorded_file(std::string_view path, const Streams& streams,
                                              const Limits& limits,
                                              std::vector<std::string>& faults) {
    ReadFault fault;
    std::optional<InputFile> file = read_file(path, streams, limits, fault);
    if (!file) {
        faults.push_back(std::move(fault.message));
        return std::nullopt;
    }
    if (file->content.starts_with("\x1f\x8b")) {
        std::string reason;
        std::optional<std::string> text = unpack_gzip(file->content, reason);
        if (!text) {
            faults.push_back('\'' + std::string(path) + "' " + reason);
        }
        return text;
    }
    return std::move(file->content);
}

std::string_view module_of_recorded(std::string_view line) {
    constexpr std::string_view kStart = "\"module\":";
    const std::size_t start = line.find(kStart);
    if (start == std::string_view::npos) {
        return {};
    }
    const std::size_t first = line.find('"', start + kStart.size());
    if (first == std::string_view::npos) {
        return {};
    }
    return line.substr(first + 1, std::min(line.find('"', first + 1), line.size()) - first - 1);
}

} // namespace jacquard::driver
