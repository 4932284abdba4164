#include <jacquard/driver/statistics.h>
#include <jacquard/driver/tool/batch_report.h>
#include <jacquard/support/json.h>

#include <algorithm>
#include <ostream>

namespace jacquard::driver {

namespace {

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

bool BatchReport::add(const BatchItem& item, const BatchOutcome& outcome) {
    add_to_totals(totals_, outcome);
    if (json_) {
        std::string line;
        json::Writer json(line);
        append_shader(json, item, outcome);
        out_ << line << '\n' << std::flush;
        return static_cast<bool>(out_);
    }
    if (all_) {
        print_shader(item, outcome, out_);
        out_ << std::flush;
    }
    if (outcome.status != CompileStatus::compiled) {
        not_compiled_[outcome.status][outcome.reason].push_back(item.name);
    }
    for (const CaseOutcome& result : outcome.cases) {
        if (result.agreement == Agreement::disagree) {
            disagreements_.push_back(item.name + ": " + result.first_difference);
        }
    }
    return static_cast<bool>(out_);
}

void BatchReport::print_by_reason(CompileStatus status) {
    const NamesByReason& by_reason = not_compiled_[status];
    using Entry = std::pair<std::string, std::vector<std::string>>;
    std::vector<Entry> entries(by_reason.begin(), by_reason.end());
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.second.size() > b.second.size();
    });
    std::size_t count = 0;
    for (const auto& [reason, names] : entries) {
        count += names.size();
    }
    if (count == 0) {
        return;
    }
    out_ << to_string(status) << ' ' << count << ", by reason:\n";
    for (const auto& [reason, names] : entries) {
        std::string number = std::to_string(names.size());
        number.insert(0, number.size() < 4 ? 4 - number.size() : 0, ' ');
        out_ << number << "  " << reason << '\n';
        for (const std::string& name : names) {
            out_ << "        " << name << '\n';
        }
    }
    out_ << '\n';
}

void BatchReport::finish() {
    if (json_) {
        std::string line;
        json::Writer json(line);
        append_totals(json, totals_);
        out_ << line << '\n';
        return;
    }
    if (all_) {
        out_ << '\n';
    }
    for (const CompileStatus status :
         {CompileStatus::refused, CompileStatus::malformed, CompileStatus::failed}) {
        print_by_reason(status);
    }
    if (!disagreements_.empty()) {
        out_ << "disagreements:\n";
        for (const std::string& line : disagreements_) {
            out_ << "    " << line << '\n';
        }
        out_ << '\n';
    }
    out_ << "shaders " << totals_.shaders << "  compiled " << totals_.compiled << "  refused "
         << totals_.refused << "  malformed " << totals_.malformed << "  failed " << totals_.failed
         << '\n';
    out_ << "cases   " << totals_.cases << "  exact " << totals_.exact << "  within bound "
         << totals_.bound << "  disagree " << totals_.disagree << '\n';
}

} // namespace jacquard::driver
