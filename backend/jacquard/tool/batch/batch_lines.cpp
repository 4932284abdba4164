// The forms of results that programs read.
#include <jacquard/library/program/statistics.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/batch/batch_report.h>
#include <jacquard/tool/frame/csv.h>

#include <array>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 5> kWordColumns = {"shader", "status", "reason", "agreement",
                                                          "first_difference"};

} // namespace

std::string json_line(std::string_view name, const BatchOutcome& outcome) {
    std::string line;
    json::Writer json(line);
    const auto string_or_null = [&](std::string_view member, std::string_view value) {
        json.name(member);
        value.empty() ? json.null() : json.string(value);
    };
    json.begin_object();
    json.member("shader", name).member("status", to_string(outcome.status));
    string_or_null("reason", outcome.reason);
    json.name("statistics");
    if (outcome.status == CompileStatus::compiled) {
        json.begin_object();
        for (const auto& [figure, value] : named_statistics(outcome.statistics)) {
            json.member(figure, value);
        }
        json.end_object();
    } else {
        json.null();
    }
    const CaseOutcome* worst = outcome.worst_case();
    string_or_null("agreement", worst != nullptr ? to_string(worst->agreement) : "");
    string_or_null("first_difference", worst != nullptr ? worst->first_difference : "");
    json.end_object();
    return line + '\n';
}

std::string csv_head() {
    std::string row;
    for (const std::string_view column : kWordColumns) {
        append_cell(row, column);
    }
    for (const StatisticInfo& figure : kStatistics) {
        append_cell(row, figure.name);
    }
    return row + '\n';
}

std::string csv_row(std::string_view name, const BatchOutcome& outcome) {
    const CaseOutcome* worst = outcome.worst_case();
    const std::array<std::string_view, kWordColumns.size()> words = {
        name, to_string(outcome.status), outcome.reason,
        worst != nullptr ? to_string(worst->agreement) : "",
        worst != nullptr ? std::string_view(worst->first_difference) : ""};
    std::string row;
    for (const std::string_view word : words) {
        append_cell(row, word);
    }
    const bool has_figures = outcome.status == CompileStatus::compiled;
    for (const auto& [figure, value] : named_statistics(outcome.statistics)) {
        append_cell(row, has_figures ? std::to_string(value) : std::string());
    }
    return row + '\n';
}

std::string totals_line(const BatchTotals& totals, const ShardMark* mark) {
    std::string line;
    json::Writer json(line);
    json.begin_object().name("totals").begin_object();
    for (const TotalInfo& total : kTotals) {
        json.member(total.name, static_cast<std::int64_t>(totals.*total.member));
    }
    json.end_object();
    if (mark != nullptr) {
        append_mark(json, *mark);
    }
    json.end_object();
    return line + '\n';
}

} // namespace jacquard::driver
