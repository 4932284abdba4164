#include <jacquard/library/program/statistics.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/batch/record/batch_outcome.h>

#include <algorithm>
#include <limits>

namespace jacquard::driver {

namespace {

// The enumerator, of those up to `last`, whose word it is.
template <typename Enum>
std::optional<Enum> find_word(std::string_view word, Enum last) {
    for (unsigned i = 0; i <= static_cast<unsigned>(last); ++i) {
        if (to_string(static_cast<Enum>(i)) == word) {
            return static_cast<Enum>(i);
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<CompileStatus> find_status(std::string_view word) {
    return find_word(word, kLastCompileStatus);
}

std::optional<Agreement> find_agreement(std::string_view word) {
    return find_word(word, Agreement::disagree);
}

std::optional<Agreement> BatchOutcome::agreement() const {
    const CaseOutcome* worst = worst_case();
    return worst == nullptr ? std::nullopt : std::optional(worst->agreement);
}

const CaseOutcome* BatchOutcome::worst_case() const {
    const auto worst = std::max_element(
        cases.begin(), cases.end(),
        [](const CaseOutcome& a, const CaseOutcome& b) { return a.agreement < b.agreement; });
    return worst == cases.end() ? nullptr : &*worst;
}

std::string pack_outcome(const BatchOutcome& outcome) {
    std::string text;
    json::Writer json(text);
    json.begin_object();
    json.member("status", to_string(outcome.status));
    if (outcome.status != CompileStatus::compiled) {
        json.member("reason", outcome.reason);
    } else {
        json.name("statistics").begin_object();
        for (const StatisticInfo& figure : kStatistics) {
            json.member(figure.name, outcome.statistics.*figure.member);
        }
        json.end_object();
    }
    if (!outcome.cases.empty()) {
        json.name("cases").begin_array();
        for (const CaseOutcome& result : outcome.cases) {
            json.begin_object();
            json.member("agreement", to_string(result.agreement));
            json.member("first_difference", result.first_difference);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
    return text;
}

std::optional<BatchOutcome> unpack_outcome(std::string_view text) {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(text, error);
    if (!document) {
        return std::nullopt;
    }
    const json::Value root = document->root();
    const std::optional<CompileStatus> status = find_status(root["status"].string());
    if (!status) {
        return std::nullopt;
    }
    BatchOutcome outcome;
    outcome.status = *status;
    outcome.reason = root["reason"].string();
    for (const StatisticInfo& figure : kStatistics) {
        const std::int64_t value = root["statistics"][figure.name].integer();
        if (value < 0 || value > std::numeric_limits<std::uint32_t>::max()) {
            return std::nullopt;
        }
        outcome.statistics.*figure.member = static_cast<std::uint32_t>(value);
    }
    for (const json::Value result : root["cases"]) {
        const std::optional<Agreement> agreement = find_agreement(result["agreement"].string());
        if (!agreement) {
            return std::nullopt;
        }
        outcome.cases.push_back({*agreement, std::string(result["first_difference"].string())});
    }
    return outcome;
}

void add_to_totals(BatchTotals& totals, const BatchOutcome& outcome) {
    ++totals.shaders;
    switch (outcome.status) {
    case CompileStatus::compiled: ++totals.compiled; break;
    case CompileStatus::too_large:
    case CompileStatus::refused: ++totals.refused; break;
    case CompileStatus::malformed: ++totals.malformed; break;
    // The tool has checked the part that it asks for.
    case CompileStatus::unknown_part:
    case CompileStatus::failed: ++totals.failed; break;
    }
    for (const CaseOutcome& result : outcome.cases) {
        ++totals.cases;
        switch (result.agreement) {
        case Agreement::exact: ++totals.exact; break;
        case Agreement::bound: ++totals.bound; break;
        case Agreement::disagree: ++totals.disagree; break;
        }
    }
}

} // namespace jacquard::driver
