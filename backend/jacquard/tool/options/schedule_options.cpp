#include <jacquard/support/hex.h>
#include <jacquard/tool/options/schedule_options.h>

#include <algorithm>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr std::uint64_t kMostSchedules = 100'000'000;

} // namespace

std::optional<Schedules> schedules_of(const Arguments& arguments, const Streams& streams) {
    Schedules schedules;
    if (const std::optional<std::string_view> text = arguments.value("--seed")) {
        schedules.seed = parse_number<std::uint64_t>(*text);
        if (!schedules.seed) {
            usage_error(streams, "--seed takes a number, not '" + std::string(*text) + '\'');
            return std::nullopt;
        }
    }
    if (const std::optional<std::string_view> text = arguments.value("--schedules")) {
        const std::optional<std::uint64_t> count = parse_number<std::uint64_t>(*text);
        if (!count || *count == 0 || *count > kMostSchedules) {
            usage_error(streams, "--schedules takes a number from 1 to " +
                                     std::to_string(kMostSchedules) + ", not '" +
                                     std::string(*text) + '\'');
            return std::nullopt;
        }
        schedules.count = *count;
        schedules.is_counted = true;
        schedules.seed = schedules.seed.value_or(0);
    }
    return schedules;
}

std::string Outcomes::to_string() const {
    std::uint64_t total = 0;
    std::vector<std::pair<std::string, std::uint64_t>> sorted(counts_.begin(), counts_.end());
    for (const auto& [text, count] : sorted) {
        total += count;
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) {
        return left.second > right.second;
    });
    std::string all;
    for (const auto& [text, count] : sorted) {
        all += "outcome of " + std::to_string(count) + " of " + std::to_string(total) +
               " schedules\n" + text;
    }
    return all;
}

} // namespace jacquard::driver
