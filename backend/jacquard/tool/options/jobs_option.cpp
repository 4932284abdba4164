#include <jacquard/support/hex.h>
#include <jacquard/tool/options/jobs_option.h>

#include <algorithm>
#include <thread>

namespace jacquard::driver {

namespace {

constexpr unsigned kMaxThreads = 256;

} // namespace

std::optional<unsigned> jobs_of(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::string_view> text = arguments.value(kJobsOption.name);
    if (!text) {
        return std::clamp(std::thread::hardware_concurrency(), 1U, kMaxThreads);
    }
    const std::optional<unsigned> number = parse_number<unsigned>(*text);
    if (!number || *number == 0 || *number > kMaxThreads) {
        usage_error(streams, "--jobs takes a number from 1 to " + std::to_string(kMaxThreads));
        return std::nullopt;
    }
    return number;
}

} // namespace jacquard::driver
