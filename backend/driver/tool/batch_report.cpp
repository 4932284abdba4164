#include <jacquard/driver/statistics.h>
#include <jacquard/driver/tool/batch_report.h>
#include <jacquard/support/json.h>

#include <algorithm>
#include <map>
#include <ostream>

namespace jacquard::driver {

namespace {

void print_by_reason(CompileStatus status, const BatchList& list,
                     std::span<const BatchOutcome> outcomes, std::ostream& out) {
    std::map<std::string_view, std::vector<std::string_view>> by_reason;
    std::size_t count = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i].status == status) {
            by_reason[outcomes[i].reason].push_back(list.items[i].name);
            ++count;
        }
    }
    if (count == 0) {
        return;
    }
    using Entry = std::pair<std::string_view, std::vector<std::string_view>>;
    std::vector<Entry> entries(by_reason.begin(), by_reason.end());
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.second.size() > b.second.size();
    });
    out << to_string(status) << ' ' << count << ", by reason:\n";
    for (const auto& [reason, names] : entries) {
        std::string number = std::to_string(names.size());
        number.insert(0, number.size() < 4 ? 4 - number.size() : 0, ' ');
        out << number << "  " << reason << '\n';
        for (const std::string_view name : names) {
            out << "        " << name << '\n';
        }
    }
    out << '\n';
}

void print_shader(const BatchItem& item, const BatchOutcome& outcome, std::ostream& out) {
    out << item.name << ": " << to_string(outcome.status);
    if (outcome.status != CompileStatus::compiled) {
        out << ": " << outcome.reason << '\n';
        return;
    }
    out << ", " << outcome.statistics.instructions << " instructions";
    if (const CaseOutcome* worst = outcome.worst_case()) {
        out << ", " << to_string(worst->agreement);
        if (!worst->first_difference.empty()) {
            out << ": " << worst->first_difference;
        }
    }
    out << '\n';
}

void print_disagreements(const BatchList& list, std::span<const BatchOutcome> outcomes,
                         std::ostream& out) {
    bool any = false;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        for (const CaseOutcome& result : outcomes[i].cases) {
            if (result.agreement == Agreement::disagree) {
                out << (any ? "" : "disagreements:\n") << "    " << list.items[i].name << ": "
                    << result.first_difference << '\n';
                any = true;
            }
        }
    }
    if (any) {
        out << '\n';
    }
}

void append_totals(json::Writer& json, const BatchTotals& totals) {
    const auto count = [&](std::string_view name, std::size_t value) {
        json.member(name, static_cast<std::int64_t>(value));
    };
    json.begin_object().name("totals").begin_object();
    count("shaders", totals.shaders);
    count("compiled", totals.compiled);
    count("refused", totals.refused);
    count("malformed", totals.malformed);
    count("failed", totals.failed);
    count("cases", totals.cases);
    count("exact", totals.exact);
    count("bound", totals.bound);
    count("disagree", totals.disagree);
    json.end_object().end_object();
}

void append_shader(json::Writer& json, const BatchItem& item, const BatchOutcome& outcome) {
    const auto string_or_null = [&](std::string_view name, std::string_view value) {
        json.name(name);
        value.empty() ? json.null() : json.string(value);
    };
    json.begin_object();
    json.member("shader", item.name).member("status", to_string(outcome.status));
    string_or_null("reason", outcome.reason);
    json.name("statistics");
    if (outcome.status == CompileStatus::compiled) {
        json.begin_object();
        for (const auto& [name, value] : named_statistics(outcome.statistics)) {
            json.member(name, value);
        }
        json.end_object();
    } else {
        json.null();
    }
    const CaseOutcome* worst = outcome.worst_case();
    string_or_null("agreement", worst != nullptr ? to_string(worst->agreement) : "");
    string_or_null("first_difference", worst != nullptr ? worst->first_difference : "");
    json.end_object();
}

} // namespace

void print_report(const BatchList& list, std::span<const BatchOutcome> outcomes, bool all,
                  std::ostream& out) {
    if (all) {
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            print_shader(list.items[i], outcomes[i], out);
        }
        out << '\n';
    }
    print_by_reason(CompileStatus::refused, list, outcomes, out);
    print_by_reason(CompileStatus::malformed, list, outcomes, out);
    print_by_reason(CompileStatus::failed, list, outcomes, out);
    print_disagreements(list, outcomes, out);
    const BatchTotals totals = total_of(outcomes);
    out << "shaders " << totals.shaders << "  compiled " << totals.compiled << "  refused "
        << totals.refused << "  malformed " << totals.malformed << "  failed " << totals.failed
        << '\n';
    out << "cases   " << totals.cases << "  exact " << totals.exact << "  within bound "
        << totals.bound << "  disagree " << totals.disagree << '\n';
}

void print_json_report(const BatchList& list, std::span<const BatchOutcome> outcomes,
                       std::ostream& out) {
    std::string text;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        json::Writer json(text);
        append_shader(json, list.items[i], outcomes[i]);
        text += '\n';
    }
    json::Writer json(text);
    append_totals(json, total_of(outcomes));
    text += '\n';
    out << text;
}

} // namespace jacquard::driver
