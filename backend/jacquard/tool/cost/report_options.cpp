#include <jacquard/tool/cost/report_options.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace jacquard::driver {

namespace {

std::optional<std::uint32_t> number_of(std::string_view text) {
    std::uint32_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return !text.empty() && fault == std::errc() && stop == end ? std::optional(value)
                                                                : std::nullopt;
}

bool read_what_ifs(std::string_view list, const Streams& streams, CostOptions& options) {
    const std::vector<std::string> known = what_if_words();
    const std::vector<std::string_view> words(known.begin(), known.end());
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        const std::string_view word = list.substr(0, end);
        list.remove_prefix(std::min(end + 1, list.size()));
        const auto found = std::find(words.begin(), words.end(), word);
        if (found == words.end()) {
            std::string all;
            for (const std::string_view each : words) {
                all.append(all.empty() ? "" : ", ").append(each);
            }
            usage_error(streams, "--what-if has no change '" + std::string(word) + '\'' +
                                     suggestion(word, words) + "; there are " + all);
            return false;
        }
        options.what_ifs.push_back(
            &advice::what_ifs()[static_cast<std::size_t>(found - words.begin())]);
    }
    return true;
}

bool read_rounds(std::string_view text, const Streams& streams, CostOptions& options) {
    const std::size_t equals = text.find('=');
    const auto line = number_of(text.substr(0, equals));
    const auto rounds =
        equals != std::string_view::npos ? number_of(text.substr(equals + 1)) : std::nullopt;
    if (!line || *line == 0 || !rounds) {
        usage_error(streams, "--trips takes a source line and a number of rounds, such as 12=64, "
                             "not '" +
                                 std::string(text) + '\'');
        return false;
    }
    options.rounds.push_back({*line, *rounds});
    return true;
}

} // namespace

std::vector<std::string> what_if_words() {
    std::vector<std::string> words;
    for (const advice::WhatIf& change : advice::what_ifs()) {
        words.emplace_back(change.word);
    }
    return words;
}

bool read_report_options(const Arguments& arguments, const Streams& streams, CostOptions& options) {
    options.tells_reasons = arguments.has("--advice");
    if (const auto list = arguments.value("--what-if");
        list && !read_what_ifs(*list, streams, options)) {
        return false;
    }
    if (const auto lines = arguments.value("--lines")) {
        const auto number = number_of(*lines);
        if (!number && *lines != "all") {
            usage_error(streams,
                        "--lines takes a number or 'all', not '" + std::string(*lines) + '\'');
            return false;
        }
        options.shown_lines = number ? *number : std::numeric_limits<std::size_t>::max();
    }
    if (const auto word = arguments.value("--registers")) {
        options.registers_at_word = number_of(*word);
        options.tells_registers = true;
        if (!options.registers_at_word && *word != "peak") {
            usage_error(streams, "--registers takes the number of a word or 'peak', not '" +
                                     std::string(*word) + '\'');
            return false;
        }
    }
    const std::vector<std::string_view> rounds = arguments.values("--trips");
    return std::all_of(rounds.begin(), rounds.end(),
                       [&](std::string_view text) { return read_rounds(text, streams, options); });
}

} // namespace jacquard::driver
