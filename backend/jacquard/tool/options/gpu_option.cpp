#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>
#include <jacquard/tool/options/gpu_option.h>

#include <algorithm>
#include <vector>

namespace jacquard::driver {

std::vector<std::string> gpu_names() {
    std::vector<std::string> names;
    for (const ir3::PartInfo& part : ir3::part_infos()) {
        names.emplace_back(part.name.written);
    }
    std::sort(names.begin(), names.end());
    for (unsigned i = 0; i < ir3::kNumRevisions; ++i) {
        names.emplace_back(ir3::name_of(static_cast<ir3::Revision>(i)));
    }
    return names;
}

std::optional<std::uint32_t> parse_gpu(std::string_view text) {
    return ir3::find_part(text);
}

std::optional<std::uint32_t> named_gpu(std::string_view text, const Streams& streams) {
    if (const std::optional<std::uint32_t> part = parse_gpu(text)) {
        return part;
    }
    const std::vector<std::string> names = gpu_names();
    const std::vector<std::string_view> views(names.begin(), names.end());
    std::string_view written = text;
    if (written.starts_with('a') && parse_number<unsigned>(written.substr(1))) {
        written.remove_prefix(1);
    }
    usage_error(streams, "unknown part '" + std::string(text) + '\'' + suggestion(written, views) +
                             "\n'jacquard isa parts' lists the parts");
    return std::nullopt;
}

std::optional<std::uint32_t> gpu_of(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::string_view> text = arguments.value(kGpuOption.name);
    return text ? named_gpu(*text, streams) : ir3::kDefaultPart;
}

std::optional<std::vector<std::uint32_t>> gpus_of(const Arguments& arguments,
                                                  const Streams& streams) {
    const std::string_view list =
        arguments.value(kGpuListOption.name).value_or(ir3::kDefaultPartName);
    std::vector<std::uint32_t> parts;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::optional<std::uint32_t> part =
            named_gpu(list.substr(start, end - start), streams);
        if (!part) {
            return std::nullopt;
        }
        if (std::find(parts.begin(), parts.end(), *part) == parts.end()) {
            parts.push_back(*part);
        }
        start = end + 1;
    }
    return parts;
}

} // namespace jacquard::driver
