#include <jacquard/tool/cost/cost_baseline.h>

#include <charconv>
#include <cmath>
#include <ostream>

namespace jacquard::driver {

namespace {

std::optional<double> parse_percent(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    const bool is_number = !text.empty() && fault == std::errc() && stop == end;
    return is_number && value >= 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

bool read_baseline(const Arguments& arguments, const Streams& streams, bool format_may_compare,
                   const Limits& limits, CostBaseline& baseline, int& code) {
    code = exit_usage;
    const std::optional<std::string_view> path = arguments.value("--against");
    if (!path) {
        for (const std::string_view option : {"--threshold", "--markdown"}) {
            if (arguments.has(option)) {
                usage_error(streams, std::string(option) + " says how to compare; --against says "
                                                           "with what");
                return false;
            }
        }
        return true;
    }
    if (!format_may_compare) {
        usage_error(streams, "a comparison is printed as table, as json or with --markdown");
        return false;
    }
    baseline.markdown = arguments.has("--markdown");
    if (const auto text = arguments.value("--threshold")) {
        const std::optional<double> percent = parse_percent(*text);
        if (!percent) {
            usage_error(streams, "--threshold takes a number of percent, such as 2.5, not '" +
                                     std::string(*text) + '\'');
            return false;
        }
        baseline.threshold = *percent;
    }
    const std::optional<InputFile> file = read_input(*path, streams, limits, code);
    if (!file) {
        return false;
    }
    Diagnostics diagnostics(file->name, file->content, limits.errors);
    baseline.earlier = EarlierCosts::read(file->content, diagnostics, limits);
    streams.err << diagnostics.render(streams.colour_errors);
    code = exit_findings;
    return baseline.earlier.has_value();
}

} // namespace jacquard::driver
