#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/nir/enums.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/ir3/shader_stage.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/near_name.h>
#include <jacquard/tool/cost/cost_limits.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/help.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ostream>
#include <string_view>

namespace jacquard::driver {

namespace {

constexpr std::string_view kAnyStage = "any";

// This tells what is wrong with a limit, and what was meant.
struct LimitFault {
    std::string message;
    std::string meant; // empty where nothing is near
};

std::string figure_of(std::string_view section, std::string_view name) {
    return std::string(section).append(".").append(name);
}

std::optional<ir3::ShaderStage> stage_of_word(std::string_view word) {
    const auto number = nir::find_number(nir::kStageWords, stage_in_nir(word));
    return number ? std::optional(ir3::shader_stage(static_cast<nir::Stage>(*number)))
                  : std::nullopt;
}

bool read_stage_of_limit(std::string_view word, CostLimit& limit, LimitFault& fault) {
    if (word == kAnyStage) {
        return true;
    }
    limit.stage = stage_of_word(word);
    if (!limit.stage) {
        std::vector<std::string> words = stage_words();
        words.emplace_back(kAnyStage);
        const std::vector<std::string_view> views(words.begin(), words.end());
        fault = {"there is no stage '" + std::string(word) + '\'',
                 std::string(near_name(word, views))};
    }
    return limit.stage.has_value();
}

bool read_figure(std::string_view word, CostLimit& limit, LimitFault& fault) {
    std::vector<std::string> figures;
    for (const CostRow& row : cost_rows({})) {
        figures.push_back(figure_of(row.section, row.name));
        if (figures.back() == word) {
            limit.section = row.section;
            limit.name = row.name;
            return true;
        }
    }
    const std::vector<std::string_view> views(figures.begin(), figures.end());
    fault = {"a report has no figure '" + std::string(word) + '\'',
             std::string(near_name(word, views))};
    return false;
}

bool read_value(std::string_view word, CostLimit& limit, LimitFault& fault) {
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, limit.value);
    const bool is_number = !word.empty() && error == std::errc() && stop == end;
    if (!is_number || limit.value < 0 || !std::isfinite(limit.value)) {
        fault = {"a limit is a number that is not negative, not '" + std::string(word) + '\'', {}};
        return false;
    }
    return true;
}

// "fragment:registers.overall=16"
bool read_option(std::string_view text, CostLimit& limit, LimitFault& fault) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        fault = {"--limit takes a figure and a number, such as registers.overall=16, not '" +
                     std::string(text) + '\'',
                 {}};
        return false;
    }
    std::string_view figure = text.substr(0, equals);
    const std::size_t colon = figure.find(':');
    if (colon != std::string_view::npos) {
        if (!read_stage_of_limit(figure.substr(0, colon), limit, fault)) {
            return false;
        }
        figure.remove_prefix(colon + 1);
    }
    return read_figure(figure, limit, fault) && read_value(text.substr(equals + 1), limit, fault);
}

// The words of a line of a file, each with its column; what follows a '#' is a comment.
std::vector<std::pair<std::string_view, std::uint32_t>> words_of_line(std::string_view line) {
    constexpr std::string_view kSpaces = " \t\r";
    std::vector<std::pair<std::string_view, std::uint32_t>> words;
    line = line.substr(0, line.find('#'));
    for (std::size_t at = line.find_first_not_of(kSpaces); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
        words.emplace_back(line.substr(at, end - at), static_cast<std::uint32_t>(at + 1));
        at = line.find_first_not_of(kSpaces, end);
    }
    return words;
}

void read_file_of_limits(std::string_view content, Diagnostics& diagnostics,
                         std::vector<CostLimit>& found) {
    std::uint32_t number = 0;
    for_each_line(content, [&](std::string_view line) {
        ++number;
        const auto words = words_of_line(line);
        if (words.empty()) {
            return;
        }
        constexpr std::size_t kWords = 3;
        if (words.size() != kWords) {
            diagnostics.error("D219", {number, words.front().second},
                              "a limit is a stage or 'any', a figure and a number, such as "
                              "'fragment registers.overall 16'");
            return;
        }
        CostLimit limit;
        constexpr std::array<bool (*)(std::string_view, CostLimit&, LimitFault&), kWords> kReaders =
            {read_stage_of_limit, read_figure, read_value};
        bool is_fine = true;
        for (std::size_t i = 0; i < kWords; ++i) {
            LimitFault fault;
            if (!kReaders[i](words[i].first, limit, fault)) {
                is_fine = false;
                Diagnostic& told =
                    diagnostics.error("D219", {number, words[i].second}, std::move(fault.message));
                if (!fault.meant.empty()) {
                    const std::string_view meant = fault.meant;
                    suggest_name(told, words[i].first, {&meant, 1});
                }
            }
        }
        if (is_fine) {
            found.push_back(std::move(limit));
        }
    });
}

} // namespace

bool read_cost_limits(const Arguments& arguments, const Streams& streams, const Limits& limits,
                      std::vector<CostLimit>& found, int& code) {
    for (const std::string_view text : arguments.values("--limit")) {
        LimitFault fault;
        if (!read_option(text, found.emplace_back(), fault)) {
            usage_error(streams, fault.message + (fault.meant.empty()
                                                      ? std::string("; --schema lists the figures")
                                                      : ", did you mean '" + fault.meant + "'?"));
            code = exit_usage;
            return false;
        }
    }
    const std::optional<std::string_view> path = arguments.value("--limits");
    if (!path) {
        return true;
    }
    const std::optional<InputFile> file = read_input(*path, streams, limits, code);
    if (!file) {
        return false;
    }
    Diagnostics diagnostics(file->name, file->content, limits.errors);
    read_file_of_limits(file->content, diagnostics, found);
    streams.err << diagnostics.render(streams.colour_errors);
    code = exit_findings;
    return !diagnostics.has_errors();
}

std::string exceeded_limits(const CostedShader& shader, const std::vector<CostLimit>& limits) {
    std::string text;
    if (!shader.report || limits.empty()) {
        return text;
    }
    const std::vector<CostRow> rows = cost_rows(*shader.report);
    for (const CostLimit& limit : limits) {
        if (limit.stage && *limit.stage != shader.report->stage) {
            continue;
        }
        const auto row = std::find_if(rows.begin(), rows.end(), [&limit](const CostRow& each) {
            return each.section == limit.section && each.name == limit.name;
        });
        const bool is_least = row->worse == WorseWhen::lower;
        if (row->value && (is_least ? *row->value >= limit.value : *row->value <= limit.value)) {
            continue;
        }
        text += shader.source->name + ' ' + ir3::part_label(shader.gpu) +
                (shader.binning ? " bin: " : ": ") + figure_of(limit.section, limit.name) +
                (row->value ? " is " + number_text(*row->value) : std::string(" has no bound")) +
                (is_least ? ", and at least " : ", and at most ") + number_text(limit.value) +
                " is allowed\n";
    }
    return text;
}

} // namespace jacquard::driver
